package vesper.documents.queries;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/*
 * Question: how many documents are indexed in a second of CPU time, and how large is the index? CPU time is that of the
 * whole process, merges included.
 * Guess: 15,000 orders of 520 bytes, 500 bytes each; Lucene's own fields with a column for each path do 9,000.
 */
final class IndexingCost {
    private static final int BATCH = 1000;

    private IndexingCost() {}

    record Cost(int documents, double perCpuSecond, double perSecond, double bytesPerDocument) {}

    /**
     * Indexes documents, 200,000 by default: new ones, then updates of each. The first of the two rounds warms up the
     * compiler.
     */
    static void main(String... arguments) throws IOException {
        int documents = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200_000;
        Path folder = Files.createTempDirectory("indexing-cost");
        for (int round = 1; round <= 2; round++) {
            System.out.println(round + " new:     " + measured(folder.resolve("new" + round), documents, false));
            System.out.println(round + " updated: " + measured(folder.resolve("again" + round), documents, true));
        }
        GenerationFolders.delete(folder);
    }

    static Cost measured(Path folder, int documents, boolean isUpdate) throws IOException {
        try (Generation generation = Generation.create(folder, "life", IndexPolicy.DEFAULTS)) {
            if (isUpdate) write(generation, documents, 1);
            long cpu = cpuNanos();
            long time = System.nanoTime();
            write(generation, documents, 2);
            double cpuSeconds = (cpuNanos() - cpu) / 1e9;
            double seconds = (System.nanoTime() - time) / 1e9;
            return new Cost(
                    documents, documents / cpuSeconds, documents / seconds, sizeBytes(folder) / (double) documents);
        }
    }

    private static void write(Generation generation, int documents, long version) throws IOException {
        List<SearchedDocument> batch = new ArrayList<>();
        for (int number = 0; number < documents; number++) {
            batch.add(SampleOrders.order(number, version));
            if (batch.size() < BATCH && number + 1 < documents) continue;
            generation.apply(batch);
            batch.clear();
        }
        generation.refresh();
        generation.commit(documents);
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long sizeBytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(
                            file -> file.toFile().isFile() ? file.toFile().length() : 0)
                    .sum();
        }
    }
}
