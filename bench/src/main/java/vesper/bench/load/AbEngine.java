package vesper.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drives load with an installed {@code ab} (ApacheBench), which published measurements use. It sends a number of GETs
 * over HTTP/1.0 in a closed loop; any other plan causes an {@link IllegalArgumentException}. It compares the lengths of
 * bodies, not their contents, and reports latencies in whole milliseconds.
 */
public final class AbEngine implements LoadEngine {
    private static final long PATIENCE_SECONDS = 600;

    private final Path program;
    private final Path scratch;

    private AbEngine(Path program, Path scratch) {
        this.program = program;
        this.scratch = scratch;
    }

    /**
     * Finds ab on the search path.
     *
     * @param searchPath value of the variable PATH
     * @param scratch an existing folder for its output
     */
    public static Optional<AbEngine> find(String searchPath, Path scratch) {
        return SearchPath.find("ab", searchPath).map(program -> new AbEngine(program, scratch));
    }

    @Override
    public LoadResult run(LoadPlan plan) throws IOException, InterruptedException {
        String text = Tool.run(command(plan), scratch, PATIENCE_SECONDS);
        return AbOutput.parse(text, plan.checks().body().map(body -> body.length))
                .orElseThrow(() -> new IOException("unexpected output of ab: " + text.strip()));
    }

    @Override
    public String description() {
        return "ab, one thread";
    }

    List<String> command(LoadPlan plan) {
        requireSupported(plan);
        List<String> command = new ArrayList<>(List.of(program.toString(), "-q"));
        if (plan.keepAlive()) command.add("-k");
        command.addAll(List.of("-n", Long.toString(plan.requests()), "-c", Integer.toString(plan.connections())));
        command.addAll(List.of("-s", Long.toString(Math.max(1, plan.timeout().toSeconds()))));
        command.add(plan.target().url().toString());
        return command;
    }

    private static void requireSupported(LoadPlan plan) {
        if (plan.arrivals().isPresent() || plan.pipelining() > 1 || plan.requests() == Long.MAX_VALUE) {
            throw new IllegalArgumentException("ab supports only closed loops with a number of requests");
        }
        if (!plan.mix().isBareGet()) throw new IllegalArgumentException("ab supports only GET here");
        if (plan.connections() > plan.requests()) {
            throw new IllegalArgumentException("ab needs at least as many requests as connections");
        }
    }
}
