package vesper.bench.documents;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A driver that tests start as a separate process: it answers like a real one, with figures invented from its name.
 * Further arguments change its behaviour: with {@code losing} it loses writes, with {@code dying} it ends at its first
 * drive, with {@code memory-only} it rejects durable documents, with {@code forgetful} it is a node with other
 * versions, and with {@code unsteady} it gets slower with each window.
 */
final class DrivenProcess {
    private static int driven;

    private DrivenProcess() {}

    public static void main(String[] args) throws IOException {
        List<String> words = List.of(args);
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("drive") && words.contains("dying")) {
                    System.err.println("no more memory");
                    System.exit(1);
                }
                System.out.println(answer(line, words));
                System.out.flush();
            }
        }
    }

    private static String answer(String line, List<String> words) {
        boolean isXenon = words.contains("xenon");
        if (words.contains("memory-only") && (line.contains("kind=durable") || line.startsWith("fill"))) {
            return "{\"unsupported\":\"durable documents\"}";
        }
        if (line.startsWith("nodes")) return "{\"count\":3}";
        if (line.startsWith("versions")) {
            boolean isBehind = words.contains("forgetful") && words.contains("node");
            return "{\"versions\":\"" + (isBehind ? "1,1" : "1,2") + "\"}";
        }
        if (words.contains("no-servers") && line.startsWith("open")) {
            return "{\"unsupported\":\"servers of NATS: there is no nats-server\"}";
        }
        if (line.startsWith("plain")) return "{\"count\":10,\"heapBytes\":6000}";
        if (line.startsWith("open")) {
            return "{\"seconds\":" + (isXenon ? 2.5 : 0.5) + ",\"cpuSeconds\":1.0,\"address\":\"http://127.0.0.1:1/\"}";
        }
        if (line.contains("millis=")) compute();
        long count = Long.parseLong(line.replaceAll(".*(?:count|millis)=(\\d+).*", "$1"));
        double seconds = isXenon ? 1 : 0.1;
        if (words.contains("unsteady")) seconds *= Math.pow(2, driven++);
        String took = "\"seconds\":" + seconds + ",\"cpuSeconds\":" + (isXenon ? 2.0 : 0.1);
        String heap = line.startsWith("idle") ? ",\"heapBytes\":" + (6000 + count * (isXenon ? 400 : 50)) : "";
        int missing = words.contains("losing") ? 3 : 0;
        return "{\"count\":" + count + "," + took + ",\"failures\":0" + heap + ",\"missing\":" + missing + "}";
    }

    /**
     * Uses some CPU time: the CPU time of several processes is read from outside, and a tiny amount would never be
     * stable.
     */
    private static void compute() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long until = threads.getCurrentThreadCpuTime() + 10_000_000;
        while (threads.getCurrentThreadCpuTime() < until) Thread.onSpinWait();
    }
}
