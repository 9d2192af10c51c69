package io.sluice.app.run;

import io.sluice.app.kafka.KafkaCluster;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Who assigns the work to instances: one of them, by the classic protocol, or the broker, by the streams protocol.
 *
 * @param protocol what the streams are started with
 * @param notices what the user should hear of it
 */
record GroupProtocolChoice(GroupProtocol protocol, List<String> notices) {

    /** Classic unless the query's properties of Kafka Streams want the other and the brokers have it. */
    static GroupProtocolChoice of(QueryDefinition query, KafkaCluster cluster) {
        if (!wantsStreams(query.streams())) {
            return new GroupProtocolChoice(GroupProtocol.CLASSIC, List.of());
        }
        if (!cluster.hasStreamsProtocol()) {
            return new GroupProtocolChoice(
                    GroupProtocol.CLASSIC,
                    List.of(
                            "streams.group.protocol = streams: these brokers do not have it (feature streams.version); the classic"
                                    + " protocol is used"));
        }
        return new GroupProtocolChoice(
                GroupProtocol.STREAMS,
                query.state().standbyReplicas() == 0
                        ? List.of()
                        : List.of("state.standbyReplicas = " + query.state().standbyReplicas()
                                + ": with streams.group.protocol = streams the brokers decide it; set streams.num.standby.replicas of"
                                + " group " + query.name() + " there"));
    }

    private static boolean wantsStreams(Map<String, String> streams) {
        return GroupProtocol.STREAMS.name().equalsIgnoreCase(streams.get(StreamsConfig.GROUP_PROTOCOL_CONFIG));
    }
}
