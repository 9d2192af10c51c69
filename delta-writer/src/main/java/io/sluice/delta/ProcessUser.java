package io.sluice.delta;

import java.io.IOException;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop asks the operating system for the name of the process's user before it opens any file system, and fails when there is
 * none, as in a container that runs under a number without an entry in the password file. A local file system does not need a
 * name; it goes by the number.
 */
final class ProcessUser {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessUser.class);
    private static final String STAND_IN = "sluice";

    private ProcessUser() {}

    static void ensureNamed() {
        try {
            UserGroupInformation.getLoginUser();
        } catch (IOException e) {
            LOG.debug("the process's user has no name; Hadoop is told '{}'", STAND_IN, e);
            UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser(STAND_IN));
        }
    }
}
