package vesper.bench.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drives load with an installed {@code wrk} on one thread. It runs closed loops of GETs for whole seconds; any other
 * plan causes an {@link IllegalArgumentException}. It does not check bodies, so a caller that expects one must check it
 * separately.
 */
public final class WrkEngine implements LoadEngine {
    private static final long GRACE_SECONDS = 30;

    private final Path program;
    private final Path scratch;

    private WrkEngine(Path program, Path scratch) {
        this.program = program;
        this.scratch = scratch;
    }

    /**
     * Finds wrk on the search path.
     *
     * @param searchPath value of the variable PATH
     * @param scratch an existing folder for the scripts that pipelining needs
     */
    public static Optional<WrkEngine> find(String searchPath, Path scratch) {
        return SearchPath.find("wrk", searchPath).map(program -> new WrkEngine(program, scratch));
    }

    @Override
    public LoadResult run(LoadPlan plan) throws IOException, InterruptedException {
        long maxSeconds = plan.duration().toSeconds() + GRACE_SECONDS;
        String text = Tool.run(command(plan), scratch, maxSeconds);
        return WrkOutput.parse(text).orElseThrow(() -> new IOException("unexpected output of wrk: " + text.strip()));
    }

    @Override
    public String description() {
        return "wrk, one thread";
    }

    List<String> command(LoadPlan plan) throws IOException {
        requireSupported(plan);
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "-t1",
                "-c" + plan.connections(),
                "-d" + plan.duration().toSeconds() + "s",
                "--timeout",
                plan.timeout().toSeconds() + "s",
                "--latency"));
        if (plan.pipelining() > 1) {
            command.add("-s");
            command.add(pipeliningScript(plan.pipelining()).toString());
        }
        command.add(plan.target().url().toString());
        return command;
    }

    private Path pipeliningScript(int depth) throws IOException {
        String lua = """
                init = function(args)
                  local requests = {}
                  for i = 1, %d do requests[i] = wrk.format() end
                  batch = table.concat(requests)
                end
                request = function() return batch end
                """.formatted(depth);
        return Files.writeString(scratch.resolve("pipeline-" + depth + ".lua"), lua, StandardCharsets.US_ASCII);
    }

    private static void requireSupported(LoadPlan plan) {
        if (plan.arrivals().isPresent() || plan.requests() != Long.MAX_VALUE || !plan.keepAlive()) {
            throw new IllegalArgumentException("wrk supports only closed loops with a duration");
        }
        if (!plan.mix().isBareGet()) throw new IllegalArgumentException("wrk supports only GET here");
        if (plan.duration().toSeconds() < 1 || plan.duration().toNanosPart() != 0) {
            throw new IllegalArgumentException("wrk supports only whole seconds, not " + plan.duration());
        }
    }
}
