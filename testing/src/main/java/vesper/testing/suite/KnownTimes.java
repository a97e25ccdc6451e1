package vesper.testing.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The duration of each test class in its last run on this machine, kept in {@code target/test-times.csv}. */
record KnownTimes(Map<String, Long> millis) {

    /** A guess for classes that have never run: they are started longest first, so it need not be good. */
    private static final long BYTES_PER_MILLI = 10;

    static KnownTimes read(Path file) throws IOException {
        Map<String, Long> millis = new TreeMap<>();
        if (!Files.exists(file)) return new KnownTimes(millis);
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split(",", -1);
            if (fields.length == 2) millis.put(fields[0], Long.parseLong(fields[1]));
        }
        return new KnownTimes(millis);
    }

    long expectedMillis(TestClass test) {
        return millis.getOrDefault(test.name(), test.sizeBytes() / BYTES_PER_MILLI);
    }

    KnownTimes with(List<Outcome> outcomes) {
        Map<String, Long> merged = new TreeMap<>(millis);
        for (Outcome outcome : outcomes) merged.put(outcome.test().name(), outcome.millis());
        return new KnownTimes(merged);
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                millis.entrySet().stream()
                        .map(entry -> entry.getKey() + "," + entry.getValue())
                        .toList());
    }
}
