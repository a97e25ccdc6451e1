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
        description = "Searches the records of Monitor and Tracker of a running server, newest first.",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  vesper records                                  the newest records",
            "  vesper records kiwi                             records with this word; a single hit is shown in full",
            "  vesper records 'status:5xx AND path:\"/api/orders\"' --from 1h",
            "  vesper records 'body.customer.name:smith' --whole --limit 3",
            "  vesper records -- -smith                        after -- a query may start with -",
            "  vesper records 01a202ee-8ba6-739f-9057-237e30000000        the record with this id",
            "  vesper records 'duration:>=200ms' --monitor --facets route,status",
            "  vesper records 'status:5xx' --follow --json     new records, a line of JSON for each"
        })
final class RecordsCommand implements Callable<Integer> {
    static final String QUERY = "QUERY";
    /**
     * Timeout of a response. The server limits the wait for sealing to 30 s, and the search after it to another 30 s.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(75);

    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST_LIMIT = 10_000;

    private final CommandContext context;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = RecordsCommand.QUERY,
            description = "Words, \"phrases\", field:value, ranges, AND, OR, NOT; or an id. Empty for all records.")
    private List<String> words = new ArrayList<>();

    @Mixin
    private CallOptions call = new CallOptions();

    @ArgGroup
    private @Nullable Kinds kinds;

    /** Options of which at most one is given. */
    static final class Kinds {
        @Option(names = "--tracker", description = "Transactions (default, unless only Monitor is on).")
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
            description = "Maximum number of hits (default: 50), up to 10000; --follow ends after it.")
    private @Nullable Integer limit;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "Start of the time range: 15m or now-15m, 2026-01-31, \"2026-01-31 12:00\", 2026-01-31T12:00Z.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = "End of the time range, exclusive, in the form of --from.")
    private @Nullable String to;

    @Option(names = "--sort", paramLabel = "FIELD", description = "Sorts by a field; a leading minus sorts descending.")
    private @Nullable String sort;

    @Option(names = "--facets", paramLabel = "FIELD,FIELD", description = "Counts the values of these fields.")
    private @Nullable String facets;

    @Option(names = "--count", description = "Prints the number of matches; prints hits only with --limit.")
    private boolean count;

    @Option(names = "--whole", description = "Prints every hit with its contents, not only a single one.")
    private boolean whole;

    @Option(names = "--follow", description = "Prints new records until interrupted or --limit is reached.")
    private boolean follow;

    @Option(names = "--wait", description = "Waits first until all earlier exchanges are sealed.")
    private boolean waits;

    @Option(names = "--json", description = "Prints the server's JSON; with --follow a line for each record.")
    private boolean json;

    RecordsCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandFailedException, WrongSettingException, InterruptedException {
        RecordQuery search = question();
        int hits = limit == null ? DEFAULT_LIMIT : limit;
        if (hits < 0 || hits > MOST_LIMIT) throw usageError("--limit " + hits + " is not in 0 to " + MOST_LIMIT);
        if (hits == 0 && (follow || !(count || facets != null)))
            throw usageError("--limit 0 shows nothing; use --count for the number of matches");
        if (follow && RecordQuery.isOfOneId(search.query()))
            throw usageError(
                    "--follow shows new records only, so it cannot show a given id; use trace:ID to follow a trace");
        if (follow && (count || facets != null || sort != null || to != null))
            throw usageError("--follow excludes --count, --facets, --sort and --to");
        Optional<RecordKind> kind = Optional.ofNullable(kinds).map(Kinds::kind);
        Paint paint = Paint.of(Colors.of(context.environment()).ansi().enabled());
        try (AdminCalls opened = call.open(context.environment(), PATIENCE)) {
            FollowerTrace follower = new FollowerTrace(new SecureRandom());
            AdminCalls server = follow ? opened.with(follower.fields()) : opened;
            RecordOutput output =
                    new RecordOutput(context, new RecordCalls(server), TerminalWidth.of(context.environment()), paint);
            if (follow) following(follower, server, output).follow(kind, search);
            else new RecordsSearch(server, output, shape(hits)).search(kind, search);
        } catch (AdminCalls.NoResponseException e) {
            throw e.asFailure();
        }
        context.out().flush();
        return ExitCode.DONE.number();
    }

    private RecordsFollower following(FollowerTrace follower, AdminCalls server, RecordOutput output) {
        long most = limit == null ? Long.MAX_VALUE : limit;
        return new RecordsFollower(follower, server, output, new RecordsFollower.FollowFormat(json, whole, most));
    }

    private RecordsSearch.SearchFormat shape(int hits) {
        boolean isSummed = (count || facets != null) && limit == null;
        return new RecordsSearch.SearchFormat(json, whole, count, isSummed ? 0 : hits);
    }

    private RecordQuery question() {
        Map<String, String> more = new LinkedHashMap<>();
        Instant now = Instant.now();
        Optional<Instant> earliest = time("--from", from, now);
        Optional<Instant> latest = time("--to", to, now);
        boolean isBackwards =
                earliest.isPresent() && latest.isPresent() && !latest.get().isAfter(earliest.get());
        if (isBackwards) throw usageError("--to " + to + " is not after --from " + from + ", so the range is empty");
        earliest.ifPresent(time -> more.put("from", time.toString()));
        latest.ifPresent(time -> more.put("to", time.toString()));
        if (sort != null) more.put("sort", sort);
        if (facets != null) more.put("facets", facets);
        if (count) more.put("count", "true");
        if (waits) more.put("wait", "true");
        return new RecordQuery(String.join(" ", words), more);
    }

    private Optional<Instant> time(String option, @Nullable String text, Instant now) {
        if (text == null) return Optional.empty();
        OptionalLong millis = TimeText.beginning(text, now.toEpochMilli());
        if (millis.isEmpty()) throw usageError(option + " cannot be \"" + text + "\", expected " + TimeText.FORMS);
        return Optional.of(Instant.ofEpochMilli(millis.getAsLong()));
    }

    private ParameterException usageError(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
