package vesper.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Drives load with an installed {@code httperf}, which published measurements use: connections at a constant rate, with
 * a number of calls on each. Any other plan causes an {@link IllegalArgumentException}. It does not check bodies, and
 * reports means instead of quantiles.
 */
public final class HttperfEngine implements LoadEngine {
    private static final long PATIENCE_SECONDS = 600;

    private final Path program;
    private final Path scratch;

    private HttperfEngine(Path program, Path scratch) {
        this.program = program;
        this.scratch = scratch;
    }

    /**
     * Finds httperf on the search path.
     *
     * @param searchPath value of the variable PATH
     * @param scratch an existing folder for its output
     */
    public static Optional<HttperfEngine> find(String searchPath, Path scratch) {
        return SearchPath.find("httperf", searchPath).map(program -> new HttperfEngine(program, scratch));
    }

    @Override
    public LoadResult run(LoadPlan plan) throws IOException, InterruptedException {
        String text = Tool.run(command(plan), scratch, PATIENCE_SECONDS);
        return HttperfOutput.parse(text)
                .orElseThrow(() -> new IOException("unexpected output of httperf: " + text.strip()));
    }

    @Override
    public String description() {
        return "httperf";
    }

    List<String> command(LoadPlan plan) {
        requireSupported(plan);
        double rate = plan.arrivals().orElseThrow().ratePerSecond();
        return List.of(
                program.toString(),
                "--hog",
                "--server=" + plan.target().host(),
                "--port=" + plan.target().port(),
                "--uri=" + plan.target().pathAndQuery(),
                "--rate=" + String.format(Locale.ROOT, "%.3f", rate),
                "--num-conns=" + plan.requests(),
                "--num-calls=" + plan.sockets().calls(),
                "--timeout=" + Math.max(1, plan.timeout().toSeconds()));
    }

    private static void requireSupported(LoadPlan plan) {
        boolean isConstant =
                plan.arrivals().isPresent() && !plan.arrivals().get().isPoisson();
        if (!isConstant || plan.sockets().calls() == 0 || plan.requests() == Long.MAX_VALUE) {
            throw new IllegalArgumentException("httperf supports only a number of connections at a constant rate here");
        }
        if (!plan.mix().isBareGet()) throw new IllegalArgumentException("httperf supports only GET here");
    }
}
