package vesper.launcher.benches;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Parameters of a benchmark of a running server.
 *
 * @param path with its query
 * @param body of each request; empty for none
 * @param connections numbers of open connections; each number is a case
 * @param rate requests per second; 0 for as fast as the server responds
 * @param seconds duration of each recorded run
 * @param quick whether to run shortly rather than to obtain reliable results
 */
public record BenchParameters(
        String path, String method, String body, List<Integer> connections, int rate, int seconds, boolean quick) {
    private static final String PLAIN = "GET";

    public BenchParameters {
        connections = List.copyOf(connections);
    }

    /**
     * Returns the arguments of {@code bench factors}, without those for the server and the output.
     *
     * @param bodyFile file with the body; empty for none
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
