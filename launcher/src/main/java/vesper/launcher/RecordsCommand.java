package vesper.launcher;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import vesper.launcher.hits.Paint;
import vesper.launcher.settings.WrongSettingException;
import vesper.records.search.TimeText;

@Command(
        name = "records",
        mixinStandardHelpOptions = true,
        showEndOfOptionsDelimiterInUsageHelp = true,
        description = "Searches what Monitor and Tracker of a running server have kept, the newest first.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper records                                  the newest of all",
            "  vesper records kiwi                             what has this word anywhere; one hit is shown whole",
            "  vesper records 'status:5xx AND path:\"/api/orders\"' --from 1h",
            "  vesper records 'body.customer.name:smith' --whole --limit 3",
            "  vesper records -- -smith                        behind -- a query may begin with -",
            "  vesper records 01a202ee-8ba6-739f-9057-237e30000000        the one with this id",
            "  vesper records 'duration:>=200ms' --monitor --facets route,status",
            "  vesper records 'status:5xx' --follow --json     as they come, a line of JSON for each"
        })
final class RecordsCommand implements Callable<Integer> {
    static final String QUERY = "QUERY";
    /**
     * Timeout of a response. The server limits the wait for sealing to 30 s, and the search after it to another 30 s.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(75);

    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST_LIMIT = 10_000;

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = RecordsCommand.QUERY,
            description = "Words, \"phrases\", field:value, ranges, AND, OR, NOT; or an id. Nothing for everything.")
    private List<String> words = new ArrayList<>();

    @Mixin
    private CallOptions call = new CallOptions();

    @ArgGroup
    private @Nullable Kinds kinds;

    /** Options of which at most one is given. */
    static final class Kinds {
        @Option(names = "--tracker", description = "Transactions (default, or whichever of the two is on).")
        private boolean tracker;

        @Option(names = "--monitor", description = "Invocations.")
        private boolean monitor;

        RecordKind kind() {
            return monitor && !tracker ? RecordKind.INVOCATIONS : RecordKind.TRANSACTIONS;
        }
    }

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many at most (default: 50), up to 10000; --follow ends after so many.")
    private @Nullable Integer limit;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "The earliest: 15m or now-15m ago, 2026-01-31, \"2026-01-31 12:00\", 2026-01-31T12:00Z.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "All are before this time, written like that of --from.")
    private @Nullable String to;

    @Option(names = "--sort", paramLabel = "FIELD", description = "By a field, with a minus for the largest first.")
    private @Nullable String sort;

    @Option(names = "--facets", paramLabel = "FIELD,FIELD", description = "How often which values of fields are there.")
    private @Nullable String facets;

    @Option(names = "--count", description = "How many there are; hits only with --limit.")
    private boolean count;

    @Option(names = "--whole", description = "Each with its contents, not only where it is the only one.")
    private boolean whole;

    @Option(names = "--follow", description = "Those that come from now on, until interrupted or --limit is reached.")
    private boolean follow;

    @Option(names = "--wait", description = "Waits first until sealing has taken up all that was answered.")
    private boolean waits;

    @Option(names = "--json", description = "What the server says; with --follow a line for each.")
    private boolean json;

    RecordsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws CommandFailedException, WrongSettingException, InterruptedException {
        RecordQuestion question = question();
        int hits = limit == null ? DEFAULT_LIMIT : limit;
        if (hits < 0 || hits > MOST_LIMIT) throw wrong("--limit " + hits + " is not in 0 to " + MOST_LIMIT);
        if (hits == 0 && (follow || !(count || facets != null)))
            throw wrong("--limit 0 shows nothing; --count says how many there are");
        if (follow && RecordQuestion.isOfOneId(question.query()))
            throw wrong("--follow shows what comes, and what has this id is there; trace:ID follows a trace");
        if (follow && (count || facets != null || sort != null || to != null))
            throw wrong("--follow goes with none of --count, --facets, --sort and --to");
        Optional<RecordKind> kind = Optional.ofNullable(kinds).map(Kinds::kind);
        Paint paint = Paint.of(Colors.of(surroundings.environment()).ansi().enabled());
        try (AdminCalls opened = call.open(surroundings.environment(), PATIENCE)) {
            Follower follower = new Follower(new SecureRandom());
            AdminCalls server = follow ? opened.with(follower.fields()) : opened;
            RecordOutput output = new RecordOutput(
                    surroundings, new RecordCalls(server), TerminalWidth.of(surroundings.environment()), paint);
            if (follow) following(follower, server, output).follow(kind, question);
            else new RecordsFound(server, output, shape(hits)).search(kind, question);
        } catch (AdminCalls.NoAnswerException e) {
            throw e.asFailure();
        }
        surroundings.out().flush();
        return ExitCode.DONE.number();
    }

    private RecordsFollowing following(Follower follower, AdminCalls server, RecordOutput output) {
        long most = limit == null ? Long.MAX_VALUE : limit;
        return new RecordsFollowing(follower, server, output, new RecordsFollowing.Shape(json, whole, most));
    }

    private RecordsFound.Shape shape(int hits) {
        boolean isSummed = (count || facets != null) && limit == null;
        return new RecordsFound.Shape(json, whole, count, isSummed ? 0 : hits);
    }

    private RecordQuestion question() {
        Map<String, String> more = new LinkedHashMap<>();
        Instant now = Instant.now();
        Optional<Instant> earliest = time("--from", from, now);
        Optional<Instant> latest = time("--to", to, now);
        boolean isBackwards =
                earliest.isPresent() && latest.isPresent() && !latest.get().isAfter(earliest.get());
        if (isBackwards) throw wrong("--to " + to + " is not after --from " + from + ", so nothing lies between them");
        earliest.ifPresent(time -> more.put("from", time.toString()));
        latest.ifPresent(time -> more.put("to", time.toString()));
        if (sort != null) more.put("sort", sort);
        if (facets != null) more.put("facets", facets);
        if (count) more.put("count", "true");
        if (waits) more.put("wait", "true");
        return new RecordQuestion(String.join(" ", words), more);
    }

    private Optional<Instant> time(String option, @Nullable String text, Instant now) {
        if (text == null) return Optional.empty();
        OptionalLong millis = TimeText.beginning(text, now.toEpochMilli());
        if (millis.isEmpty()) throw wrong(option + " cannot be \"" + text + "\", expected " + TimeText.FORMS);
        return Optional.of(Instant.ofEpochMilli(millis.getAsLong()));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
