package vesper.bench.documents;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A driver that tests start as a process of its own: it answers as one does, with figures that are made up from its
 * name. The word {@code losing} has it lose writes, {@code dying} end at its first drive, {@code memory-only} refuse
 * what is durable, {@code forgetful} be a node whose versions are others, {@code unsteady} be slower with each window.
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

    /** Of several processes CPU time is read from outside, and what is next to nothing is never steady. */
    private static void compute() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long until = threads.getCurrentThreadCpuTime() + 10_000_000;
        while (threads.getCurrentThreadCpuTime() < until) Thread.onSpinWait();
    }
}
