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
import vesper.launcher.benches.BenchParameters;
import vesper.launcher.benches.BenchResults;
import vesper.launcher.benches.BenchRun;
import vesper.launcher.benches.BenchRuns;
import vesper.launcher.benches.BenchStart;
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
            Benchmarks this server from a separate process on this machine. Each number of connections is a case.
            @return It is running""")
    @AlsoAnswers(status = 409, when = "Another benchmark is running, or the server speaks only HTTPS")
    @AlsoAnswers(status = 422, when = "A parameter is invalid")
    @AlsoAnswers(status = 500, when = "The process could not be started")
    @AlsoAnswers(status = 503, when = "The server is stopping")
    public Run start(@RequestBody BenchRequest wanted, Request request) {
        BenchParameters parameters = wanted.parameters();
        List<Problem.BadValue> wrong = invalidFields(parameters);
        if (!wrong.isEmpty())
            throw UNPROCESSABLE
                    .because("The parameters of the benchmark are invalid.")
                    .withErrors(wrong)
                    .exception();
        return switch (runs.start(parameters, server.get(), Who.of(request))) {
            case BenchStart.Started(var run) -> Run.of(run);
            case BenchStart.Busy(var id) ->
                throw CONFLICT.because("Benchmark " + id + " is running; only one can run at a time.")
                        .exception();
            case BenchStart.NeedsPlainHttp() ->
                throw CONFLICT.because("The benchmark supports only plain HTTP, and this server speaks HTTPS.")
                        .exception();
            case BenchStart.Stopping() ->
                throw ProblemType.UNAVAILABLE.because("The server is stopping.").exception();
            case BenchStart.Failed(var why) ->
                throw ProblemType.SERVER_ERROR
                        .because("The benchmark could not be started: " + why)
                        .exception();
        };
    }

    private List<Problem.BadValue> invalidFields(BenchParameters parameters) {
        List<Problem.BadValue> wrong = new ArrayList<>();
        pathProblem(parameters.path()).ifPresent(why -> wrong.add(bad("path", why)));
        if (!METHODS.contains(parameters.method())) wrong.add(bad("method", "expected GET, POST, PUT or DELETE"));
        if (parameters.body().length() > MOST_BODY)
            wrong.add(bad("body", "has more than " + MOST_BODY + " characters"));
        List<Integer> connections = parameters.connections();
        boolean areSome = !connections.isEmpty()
                && connections.size() <= MOST_CASES
                && connections.stream().distinct().count() == connections.size()
                && connections.stream().allMatch(one -> one >= 1 && one <= MOST_CONNECTIONS);
        if (!areSome) {
            wrong.add(bad("connections", "1 to " + MOST_CASES + " different numbers from 1 to " + MOST_CONNECTIONS));
        }
        if (parameters.rate() < 0 || parameters.rate() > HIGHEST_RATE)
            wrong.add(bad("rate", "is not from 0 to " + HIGHEST_RATE));
        if (parameters.seconds() < 1 || parameters.seconds() > MOST_SECONDS) {
            wrong.add(bad("seconds", "is not from 1 to " + MOST_SECONDS));
        }
        return wrong;
    }

    /**
     * Returns why the bench must not request a path; empty if it may. The path must stay on this server. It must not be
     * for operators, since the bench runs on this machine, where operators need no token.
     */
    private Optional<String> pathProblem(String path) {
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
            return isOperators
                    ? Optional.of("is an operators' path, which the benchmark may not request")
                    : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.of(form);
        }
    }

    private static Problem.BadValue bad(String field, String why) {
        return new Problem.BadValue("#/" + field, why);
    }

    @GetMapping(path = "/runs", produces = "application/json")
    @Described("The benchmarks of this server since its start, newest first, with their progress.")
    public Runs runs() {
        return new Runs(runs.newestFirst().stream().map(Run::of).toList());
    }

    @DeleteMapping("/runs/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Described("""
            Stops a running benchmark; its measurements so far become a result.
            @param id of the run
            @return It was requested to stop""")
    @AlsoAnswers(status = 404, when = "No result has this id")
    public void stop(@PathVariable("id") String id) {
        if (!runs.stop(id)) throw none("run", id);
    }

    @GetMapping(path = "/results", produces = "application/json")
    @Described("The results of this server and of commands, newest first.")
    public Results results() throws IOException {
        return new Results(results.newestFirst().stream().map(ResultItem::of).toList());
    }

    @GetMapping(path = "/results/{id}", produces = "application/json")
    @Described("A result in the form in which the bench writes it.\n@param id of the result")
    @AlsoAnswers(status = 404, when = "No result has this id")
    public Path result(@PathVariable("id") String id) {
        return results.result(id).orElseThrow(() -> none("result", id));
    }

    @GetMapping(path = "/results/{id}/report", produces = "text/html")
    @Described("A result as a page with charts.\n@param id of the result")
    @AlsoAnswers(status = 404, when = "No result has this id, or it has no report")
    public ResponseEntity<Path> report(@PathVariable("id") String id) {
        Path report = results.report(id).orElseThrow(() -> none("report", id));
        return ResponseEntity.ok().header("Content-Security-Policy", POLICY).body(report);
    }

    @DeleteMapping("/results/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Described("""
            Deletes a result of this server.
            @param id of the result
            @return It was deleted""")
    @AlsoAnswers(status = 404, when = "No result has this id")
    @AlsoAnswers(status = 409, when = "A command produced it, or it is still being produced")
    public void delete(@PathVariable("id") String id) throws IOException {
        Path folder = results.find(id).orElseThrow(() -> none("result", id));
        if (!results.isOwn(folder))
            throw CONFLICT.because("Result " + id + " was produced by a command; delete its files in " + folder)
                    .exception();
        boolean isMade = runs.newestFirst().stream().anyMatch(run -> run.id().equals(id) && run.isRunning());
        if (isMade)
            throw CONFLICT.because("Result " + id + " is still being produced").exception();
        results.delete(folder);
    }

    @GetMapping(path = "/comparison", produces = "application/json")
    @Described("""
            Compares two results with the same cases.
            @param first id of the baseline
            @param second id of the result to compare with it""")
    @AlsoAnswers(status = 404, when = "No result has such an id")
    @AlsoAnswers(status = 422, when = "The results have no case in common, or cannot be compared")
    public ResultComparison comparison(@RequestParam("first") String first, @RequestParam("second") String second) {
        return switch (results.compare(first, second)) {
            case BenchResults.Comparison.Completed(var figures) -> new ResultComparison(figures);
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
            Parameters of a benchmark.
            @param path requested path, with its query
            Example: /api/test/sayHello
            @param method GET, POST, PUT or DELETE; default GET
            @param body request body; default empty
            @param connections numbers of connections, each a case; default 1, 8 and 64
            @param rate requests per second; default 0, which means as fast as possible
            @param seconds duration of each run, 1 to 60; default 2
            @param quick whether to measure briefly rather than reliably; default true""")
    public record BenchRequest(
            Optional<String> path,
            Optional<String> method,
            Optional<String> body,
            Optional<List<Integer>> connections,
            Optional<Integer> rate,
            Optional<Integer> seconds,
            Optional<Boolean> quick) {
        BenchParameters parameters() {
            return new BenchParameters(
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
            A benchmark of this server.
            @param id also of its result
            @param state running, done, failed or stopped
            @param percent progress
            @param leftSeconds estimated time left, if known
            @param lines last lines of its output
            @param exitCode exit code of its process, once it has ended: 0 done, 1 failed, 4 not stable""")
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
                    run.parameters().method(),
                    run.parameters().path(),
                    run.parameters().connections(),
                    now.percent(),
                    now.leftSeconds(),
                    now.lines(),
                    now.exitCode());
        }
    }

    @Described("""
            The benchmarks of this server.
            @param items newest first""")
    public record Runs(List<Run> items) {}

    @Described("""
            A result of a benchmark.
            @param id in its path
            @param stable whether all cases were warm, if the experiment reports it
            @param brokenOff why it is incomplete
            @param bars numbers of bars met and missed
            @param hasReport whether there is a report page
            @param own whether this server produced it and can delete it""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record ResultItem(
            String id,
            String experiment,
            String startedAt,
            boolean quick,
            Optional<Boolean> stable,
            Optional<String> brokenOff,
            Bars bars,
            boolean hasReport,
            boolean own) {
        static ResultItem of(BenchResults.Summary of) {
            return new ResultItem(
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
            @param items newest first""")
    public record Results(List<ResultItem> items) {}

    @Described("""
            A comparison of two results.
            @param items one figure of one case each""")
    public record ResultComparison(List<BenchResults.ComparedFigure> items) {}
}
