package io.sluice.test.architecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** What is shipped: no tests, neither in folders nor in the jars that modules lend each other. */
final class ProductOnly implements ImportOption {
    private final ImportOption noTestFolders = new ImportOption.DoNotIncludeTests();

    @Override
    public boolean includes(Location location) {
        return noTestFolders.includes(location) && !location.contains("-tests.jar");
    }
}
