package io.sluice.delta.commit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Files in memory: named after the writer, with three rows each. */
final class FakeStaging implements Staging {
    private final String writer;
    private int written;
    int failures;
    boolean empty;
    final List<String> present = new ArrayList<>();

    FakeStaging(String writer) {
        this.writer = writer;
    }

    @Override
    public List<DataFile> write() throws IOException {
        if (failures > 0) {
            failures--;
            throw new IOException("No space left on device");
        }
        if (empty) {
            return List.of();
        }
        List<DataFile> files = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            String path = writer + "-" + written++;
            present.add(path);
            files.add(new DataFile(path, Map.of(), 10, 0, 3, "{}"));
        }
        return files;
    }

    @Override
    public boolean areThere(List<DataFile> files) {
        return files.stream().allMatch(file -> present.contains(file.path()));
    }

    @Override
    public void repair(List<DataFile> files) {
        files.stream()
                .map(DataFile::path)
                .filter(path -> !present.contains(path))
                .forEach(present::add);
    }

    @Override
    public void delete(List<DataFile> files) {
        files.forEach(file -> present.remove(file.path()));
    }
}
