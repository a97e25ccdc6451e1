package vesper.launcher.benches;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a server that runs is to be driven.
 *
 * @param path with its query
 * @param body empty for none
 * @param connections how many are held open, each number a case of its own
 * @param rate requests per second; 0 for as fast as they are answered
 * @param seconds of each run that is recorded
 * @param quick whether it is to be short rather than proven
 */
public record BenchWish(
        String path, String method, String body, List<Integer> connections, int rate, int seconds, boolean quick) {
    private static final String PLAIN = "GET";

    public BenchWish {
        connections = List.copyOf(connections);
    }

    /**
     * Those of {@code bench factors}, apart from where it goes and what it leaves.
     *
     * @param bodyFile that holds the body; empty for none
     */
    List<String> arguments(Optional<Path> bodyFile) {
        List<String> arguments = new ArrayList<>(List.of("--path", path, "--seconds", Integer.toString(seconds)));
        String numbers = connections.stream().map(String::valueOf).collect(Collectors.joining(","));
        arguments.addAll(List.of("--factor", "connections=" + numbers));
        if (!method.equals(PLAIN)) arguments.addAll(List.of("--factor", "method=" + method));
        if (rate > 0) arguments.addAll(List.of("--factor", "rate=" + rate));
        bodyFile.ifPresent(file -> arguments.addAll(List.of("--factor", "body=" + file)));
        if (quick) arguments.add("--quick");
        return arguments;
    }
}
