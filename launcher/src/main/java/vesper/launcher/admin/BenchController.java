package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.Audience;
import vesper.http.Request;
import vesper.launcher.benches.BenchResults;
import vesper.launcher.benches.BenchRun;
import vesper.launcher.benches.BenchRuns;
import vesper.launcher.benches.BenchStart;
import vesper.launcher.benches.BenchWish;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;
import vesper.rest.routing.Router;

/** Benchmarks of this server and their results. */
@RestController
@RequestMapping(BenchController.PATH)
@RunOn(RunOn.Threads.PLATFORM)
public final class BenchController {
    static final String PATH = "/admin/bench";

    private static final ProblemType CONFLICT = ProblemType.ofStatus(409);
    private static final ProblemType UNPROCESSABLE = ProblemType.ofStatus(422);
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "DELETE");
    private static final int LONGEST_PATH = 2000;
    private static final int MOST_CASES = 16;
    private static final int MOST_CONNECTIONS = 1000;
    private static final int HIGHEST_RATE = 1_000_000;
    private static final int MOST_SECONDS = 60;
    private static final int MOST_BODY = 64 << 10;
    /**
     * Content Security Policy of a report. A report contains its styles, scripts and data and loads nothing. The
     * sandbox gives it an opaque origin (CSP 3, sandbox).
     */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
            + " img-src data:; sandbox allow-scripts allow-popups; frame-ancestors 'none'";

    private final BenchRuns runs;
    private final BenchResults results;
    private final Router router;
    private final Supplier<URI> server;

    /**
     * @param router knows the paths that are for operators
     * @param server the address of this server on this machine
     */
    public BenchController(BenchRuns runs, BenchResults results, Router router, Supplier<URI> server) {
        this.runs = runs;
        this.results = results;
        this.router = router;
        this.server = server;
    }

    @PostMapping(path = "/runs", consumes = "application/json", produces = "application/json")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Described("""
            Drives this server by the bench, which is a process of its own on this machine: each number of connections is a case.
            @return It runs""")
    @AlsoAnswers(status = 409, when = "Another one runs, or the server speaks HTTPS only")
    @AlsoAnswers(status = 422, when = "Something of it cannot be")
    @AlsoAnswers(status = 500, when = "It could not be started")
    @AlsoAnswers(status = 503, when = "The server is stopping")
    public Run start(@RequestBody Wanted wanted, Request request) {
        BenchWish wish = wanted.wish();
        List<Problem.BadValue> wrong = wrong(wish);
        if (!wrong.isEmpty())
            throw UNPROCESSABLE
                    .because("This cannot be measured.")
                    .withErrors(wrong)
                    .exception();
        return switch (runs.start(wish, server.get(), Who.of(request))) {
            case BenchStart.Started(var run) -> Run.of(run);
            case BenchStart.Busy(var id) ->
                throw CONFLICT.because(id + " runs; two would measure each other.")
                        .exception();
            case BenchStart.NeedsPlainHttp() ->
                throw CONFLICT.because("The bench speaks plain HTTP only, and this server HTTPS.")
                        .exception();
            case BenchStart.Stopping() ->
                throw ProblemType.UNAVAILABLE.because("The server is stopping.").exception();
            case BenchStart.Failed(var why) ->
                throw ProblemType.SERVER_ERROR
                        .because("It could not be started: " + why)
                        .exception();
        };
    }

    private List<Problem.BadValue> wrong(BenchWish wish) {
        List<Problem.BadValue> wrong = new ArrayList<>();
        wrongPath(wish.path()).ifPresent(why -> wrong.add(bad("path", why)));
        if (!METHODS.contains(wish.method())) wrong.add(bad("method", "expected GET, POST, PUT or DELETE"));
        if (wish.body().length() > MOST_BODY) wrong.add(bad("body", "has more than " + MOST_BODY + " characters"));
        List<Integer> connections = wish.connections();
        boolean areSome = !connections.isEmpty()
                && connections.size() <= MOST_CASES
                && connections.stream().distinct().count() == connections.size()
                && connections.stream().allMatch(one -> one >= 1 && one <= MOST_CONNECTIONS);
        if (!areSome) {
            wrong.add(bad("connections", "1 to " + MOST_CASES + " different numbers from 1 to " + MOST_CONNECTIONS));
        }
        if (wish.rate() < 0 || wish.rate() > HIGHEST_RATE) wrong.add(bad("rate", "is not from 0 to " + HIGHEST_RATE));
        if (wish.seconds() < 1 || wish.seconds() > MOST_SECONDS) {
            wrong.add(bad("seconds", "is not from 1 to " + MOST_SECONDS));
        }
        return wrong;
    }

    /**
     * Returns why the bench must not request a path; empty if it may. The path must stay on this server. It must not be
     * for operators, since the bench runs on this machine, where operators need no token.
     */
    private Optional<String> wrongPath(String path) {
        String form =
                "begins with one /, is encoded, has no segments . and .., and at most " + LONGEST_PATH + " characters";
        boolean isPath = path.startsWith("/") && !path.startsWith("//") && path.length() <= LONGEST_PATH;
        if (!isPath || !path.chars().allMatch(c -> c > ' ' && c < 0x7f)) return Optional.of(form);
        try {
            URI uri = new URI(path);
            String decoded = uri.getPath();
            // The server resolves dot segments after decoding, so encoded ones count too.
            if (Stream.of(decoded.split("/", -1)).anyMatch(part -> part.equals(".") || part.equals(".."))) {
                return Optional.of(form);
            }
            boolean isOperators = router.audienceOf(uri.getRawPath()) == Audience.OPERATOR;
            return isOperators ? Optional.of("is of operators, for whom the bench may not act") : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.of(form);
        }
    }

    private static Problem.BadValue bad(String field, String why) {
        return new Problem.BadValue("#/" + field, why);
    }

    @GetMapping(path = "/runs", produces = "application/json")
    @Described("The benches of this server since its start, the newest first, with how far they are.")
    public Runs runs() {
        return new Runs(runs.newestFirst().stream().map(Run::of).toList());
    }

    @DeleteMapping("/runs/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Described("""
            Ends a bench that runs; what it has measured until then is a result.
            @param id of the run
            @return It is asked to end""")
    @AlsoAnswers(status = 404, when = "There is none of this id")
    public void stop(@PathVariable("id") String id) {
        if (!runs.stop(id)) throw none("run", id);
    }

    @GetMapping(path = "/results", produces = "application/json")
    @Described("The results that are there, of this server and of commands, the newest first.")
    public Results results() throws IOException {
        return new Results(results.newestFirst().stream().map(Item::of).toList());
    }

    @GetMapping(path = "/results/{id}", produces = "application/json")
    @Described("A result, as the bench writes it.\n@param id of the result")
    @AlsoAnswers(status = 404, when = "There is none of this id")
    public Path result(@PathVariable("id") String id) {
        return results.result(id).orElseThrow(() -> none("result", id));
    }

    @GetMapping(path = "/results/{id}/report", produces = "text/html")
    @Described("A result as a page with charts.\n@param id of the result")
    @AlsoAnswers(status = 404, when = "There is none of this id, or it has no report")
    public ResponseEntity<Path> report(@PathVariable("id") String id) {
        Path report = results.report(id).orElseThrow(() -> none("report", id));
        return ResponseEntity.ok().header("Content-Security-Policy", POLICY).body(report);
    }

    @DeleteMapping("/results/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Described("""
            Deletes a result of this server.
            @param id of the result
            @return It is gone""")
    @AlsoAnswers(status = 404, when = "There is none of this id")
    @AlsoAnswers(status = 409, when = "A command has made it, whose files these are; or it is being made")
    public void delete(@PathVariable("id") String id) throws IOException {
        Path folder = results.find(id).orElseThrow(() -> none("result", id));
        if (!results.isOwn(folder))
            throw CONFLICT.because("A command has made " + id + "; its files are in " + folder)
                    .exception();
        boolean isMade = runs.newestFirst().stream().anyMatch(run -> run.id().equals(id) && run.isRunning());
        if (isMade) throw CONFLICT.because(id + " is being made").exception();
        results.delete(folder);
    }

    @GetMapping(path = "/comparison", produces = "application/json")
    @Described("""
            Two results with the same cases: the second beside the first.
            @param first the id of what is compared with
            @param second the id of what is judged""")
    @AlsoAnswers(status = 404, when = "There is none of such an id")
    @AlsoAnswers(status = 422, when = "They have nothing in common, or cannot be compared")
    public Compared comparison(@RequestParam("first") String first, @RequestParam("second") String second) {
        return switch (results.compare(first, second)) {
            case BenchResults.Comparison.Compared(var figures) -> new Compared(figures);
            case BenchResults.Comparison.Impossible(var why) ->
                throw UNPROCESSABLE.because(why).exception();
            case BenchResults.Comparison.NoSuchResult(var id) -> throw none("result", id);
        };
    }

    private static ProblemException none(String what, String id) {
        return ProblemType.NOT_FOUND
                .because("There is no " + what + " " + id + ".")
                .exception();
    }

    @Described("""
            What is to be measured.
            @param path that is asked for, with its query
            Example: /api/test/sayHello
            @param method GET, POST, PUT or DELETE; GET where nothing is said
            @param body that is sent; none where nothing is said
            @param connections how many are held open, each number a case; 1, 8 and 64 where nothing is said
            @param rate requests per second; 0, or nothing, for as fast as they are answered
            @param seconds of each run, 1 to 60; 2 where nothing is said
            @param quick whether it is to be short rather than proven, which is so where nothing is said""")
    public record Wanted(
            Optional<String> path,
            Optional<String> method,
            Optional<String> body,
            Optional<List<Integer>> connections,
            Optional<Integer> rate,
            Optional<Integer> seconds,
            Optional<Boolean> quick) {
        BenchWish wish() {
            return new BenchWish(
                    path.orElse(""),
                    method.orElse("GET"),
                    body.orElse(""),
                    connections.orElse(List.of(1, 8, 64)).stream()
                            .map(one -> Objects.requireNonNullElse(one, 0))
                            .toList(),
                    rate.orElse(0),
                    seconds.orElse(2),
                    quick.orElse(true));
        }
    }

    @Described("""
            A bench of this server.
            @param id that its result has too
            @param state running, done, failed or stopped
            @param percent of it that is done
            @param leftSeconds until it is over, as far as that can be told
            @param lines the last that it said
            @param exitCode of its process, once that is over: 0 done, 1 failed, 4 not stable""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Run(
            String id,
            String state,
            Instant startedAt,
            String method,
            String path,
            List<Integer> connections,
            int percent,
            OptionalInt leftSeconds,
            List<String> lines,
            OptionalInt exitCode) {
        static Run of(BenchRun run) {
            BenchRun.Progress now = run.progress();
            return new Run(
                    run.id(),
                    now.state().name().toLowerCase(Locale.ROOT),
                    run.startedAt(),
                    run.wish().method(),
                    run.wish().path(),
                    run.wish().connections(),
                    now.percent(),
                    now.leftSeconds(),
                    now.lines(),
                    now.exitCode());
        }
    }

    @Described("""
            The benches of this server.
            @param items the newest first""")
    public record Runs(List<Run> items) {}

    @Described("""
            A result of a bench.
            @param id in its path
            @param stable whether all was warm when it was measured, where the experiment tells
            @param brokenOff why it is not whole
            @param bars how many were met and missed
            @param hasReport whether it has a page
            @param own whether this server has made it, which may delete it""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Item(
            String id,
            String experiment,
            String startedAt,
            boolean quick,
            Optional<Boolean> stable,
            Optional<String> brokenOff,
            Bars bars,
            boolean hasReport,
            boolean own) {
        static Item of(BenchResults.Summary of) {
            return new Item(
                    of.id(),
                    of.experiment(),
                    of.startedAt(),
                    of.quick(),
                    of.stable(),
                    of.brokenOff(),
                    new Bars(of.barsMet(), of.barsMissed()),
                    of.hasReport(),
                    of.isOwn());
        }
    }

    /** Number of bars that were met and missed. */
    public record Bars(int met, int missed) {}

    @Described("""
            The results.
            @param items the newest first""")
    public record Results(List<Item> items) {}

    @Described("""
            Two results beside each other.
            @param items a figure of a case each""")
    public record Compared(List<BenchResults.ComparedFigure> items) {}
}
