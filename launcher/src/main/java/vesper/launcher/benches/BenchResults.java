package vesper.launcher.benches;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import vesper.bench.ExitCode;
import vesper.bench.results.ResultComparison;

/**
 * Results of benchmarks: those of this server, and those in the folder of the {@code bench} command. Files are read on
 * request; files that are not results are skipped. Thread-safe.
 */
public final class BenchResults {
    private static final Logger LOG = LoggerFactory.getLogger(BenchResults.class);
    private static final JsonMapper MAPPER = new JsonMapper();
    static final String RESULT = "result.json";

    private static final String REPORT = "report.html";
    private static final int MOST_LISTED = 200;
    private static final long MOST_BYTES = 64 << 20;
    /**
     * An ID starts with a letter or digit and cannot escape the folder. A colon separates the folder of {@code bench
     * all} from the result of one of its experiments.
     */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}(:[a-z]{1,40})?");

    private final Path own;
    private final Optional<Path> commands;

    /**
     * Summary of a result.
     *
     * @param isOwn whether this server produced it and may delete it
     */
    public record Summary(
            String id,
            String experiment,
            String startedAt,
            boolean quick,
            Optional<Boolean> stable,
            Optional<String> brokenOff,
            int barsMet,
            int barsMissed,
            boolean hasReport,
            boolean isOwn) {}

    /** The outcome of comparing two results. */
    public sealed interface Comparison {
        record Completed(List<ComparedFigure> figures) implements Comparison {}

        record Impossible(String why) implements Comparison {}

        record NoSuchResult(String id) implements Comparison {}
    }

    /**
     * A figure of one arm, compared between two results.
     *
     * @param figure its name in {@code result.json}
     * @param ratio of the second result to the first
     * @param low lower end of the 95 % confidence interval of the ratio; empty if there are too few runs
     * @param verdict faster, slower, same or inconclusive
     */
    public record ComparedFigure(
            String arm, String figure, double ratio, OptionalDouble low, OptionalDouble high, String verdict) {}

    /**
     * @param own folder for the results of this server
     * @param commands folder for the results of the command
     */
    public BenchResults(Path own, Optional<Path> commands) {
        this.own = own;
        this.commands = commands;
    }

    /** Returns the newest results, sorted by their start. */
    public List<Summary> newestFirst() throws IOException {
        List<Summary> all = new ArrayList<>(of(own, true));
        if (commands.isPresent()) all.addAll(of(commands.get(), false));
        all.sort(Comparator.comparing(Summary::startedAt).reversed());
        return all.size() > MOST_LISTED ? List.copyOf(all.subList(0, MOST_LISTED)) : all;
    }

    private static List<Summary> of(Path place, boolean isOwn) throws IOException {
        if (!Files.isDirectory(place)) return List.of();
        List<Path> folders;
        try (Stream<Path> entries = Files.list(place)) {
            // The names of the folders end with the time of their creation.
            folders = entries.filter(BenchResults::isResult)
                    .sorted(Comparator.comparing(BenchResults::whenOf).reversed())
                    .limit(MOST_LISTED)
                    .toList();
        }
        List<Summary> summaries = new ArrayList<>();
        for (Path folder : folders) {
            String name = String.valueOf(folder.getFileName());
            summary(folder, name, isOwn).ifPresent(summaries::add);
            if (!name.startsWith("all-")) continue;
            try (Stream<Path> parts = Files.list(folder)) {
                for (Path part : parts.filter(Files::isDirectory).sorted().toList()) {
                    summary(part, name + ":" + part.getFileName(), isOwn).ifPresent(summaries::add);
                }
            }
        }
        return summaries;
    }

    /**
     * Checks whether the folder contains a result; that of {@code bench all} also contains the results of its
     * experiments.
     */
    private static boolean isResult(Path folder) {
        return isShown(folder.resolve(RESULT));
    }

    /** Excludes symbolic links, and files so large that reading them would take long. */
    private static boolean isShown(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && file.toFile().length() <= MOST_BYTES;
    }

    private static String whenOf(Path folder) {
        String name = String.valueOf(folder.getFileName());
        return name.substring(name.indexOf('-') + 1);
    }

    private static Optional<Summary> summary(Path folder, String id, boolean isOwn) {
        Path file = folder.resolve(RESULT);
        if (!ID.matcher(id).matches() || !isShown(file)) return Optional.empty();
        try {
            return ResultHead.read(file).map(head -> head.summary(id, isShown(folder.resolve(REPORT)), isOwn));
        } catch (IOException failure) {
            LOG.warn("{} cannot be read: {}", file, failure.getMessage());
            return Optional.empty();
        }
    }

    /** Returns the folder of a result. */
    public Optional<Path> find(String id) {
        if (!ID.matcher(id).matches()) return Optional.empty();
        String place = id.replace(':', '/');
        return Stream.concat(Stream.of(own), commands.stream())
                .map(folder -> folder.resolve(place))
                .filter(BenchResults::isResult)
                .findFirst();
    }

    public Optional<Path> result(String id) {
        return find(id).map(folder -> folder.resolve(RESULT));
    }

    public Optional<Path> report(String id) {
        return find(id).map(folder -> folder.resolve(REPORT)).filter(BenchResults::isShown);
    }

    /** Checks whether this server produced the result. */
    public boolean isOwn(Path folder) {
        return folder.startsWith(own);
    }

    /** Deletes the files of a result that {@link #find} returned. */
    public void delete(Path folder) throws IOException {
        deleteTree(folder);
    }

    /** Deletes a folder without a result. Ignores failures: the remaining files are not listed. */
    static void deleteQuietly(Path folder) {
        try {
            deleteTree(folder);
        } catch (IOException failure) {
            LOG.debug("{} could not be deleted", folder, failure);
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }

    /** Deletes the oldest of the server's own folders, except for {@code count} of them. */
    void keepNewest(int count) throws IOException {
        if (!Files.isDirectory(own)) return;
        List<Path> beyond;
        try (Stream<Path> folders = Files.list(own)) {
            beyond = folders.filter(Files::isDirectory)
                    .sorted(Comparator.comparing(BenchResults::whenOf).reversed())
                    .skip(count)
                    .toList();
        }
        for (Path old : beyond) deleteTree(old);
    }

    /** Compares the second result with the first. */
    public Comparison compare(String first, String second) {
        Optional<Path> one = find(first);
        if (one.isEmpty()) return new Comparison.NoSuchResult(first);
        Optional<Path> other = find(second);
        if (other.isEmpty()) return new Comparison.NoSuchResult(second);
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int exitCode = ResultComparison.run(
                one.get(), other.get(), true, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        return exitCode == ExitCode.OK
                ? new Comparison.Completed(figures(out.toString(UTF_8)))
                : new Comparison.Impossible(err.toString(UTF_8).strip().replaceFirst("^bench compare: ", ""));
    }

    private static List<ComparedFigure> figures(String json) {
        return MAPPER.readTree(json)
                .path("compared")
                .valueStream()
                .map(line -> new ComparedFigure(
                        line.path("arm").asString(),
                        line.path("figure").asString(),
                        line.path("factor").asDouble(Double.NaN),
                        number(line.path("low")),
                        number(line.path("high")),
                        line.path("verdict").asString()))
                .toList();
    }

    /** Returns a number; empty for the null that marks an unknown value. */
    private static OptionalDouble number(JsonNode node) {
        return node.isNumber() ? OptionalDouble.of(node.asDouble()) : OptionalDouble.empty();
    }
}
