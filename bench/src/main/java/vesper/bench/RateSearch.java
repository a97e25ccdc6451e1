package vesper.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import vesper.bench.load.Arrivals;
import vesper.bench.load.GeneratorReport;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadResult;
import vesper.bench.load.ServiceLevel;
import vesper.bench.report.Figure;
import vesper.bench.report.JsonEncoder;

/**
 * Searches the highest rate at which a server stays within its bounds and answers the requests that are due. If a run
 * is interrupted, the search ends with the steps made so far.
 */
final class RateSearch {
    private static final double FIRST = 1000;
    /** Number of attempts at a rate before it counts as too high. */
    private static final int ATTEMPTS = 2;
    /** Share of the requests due that must be answered as expected. */
    private static final double MIN_ANSWERED_SHARE = 0.98;
    /** Share of the duration by which a run may be longer, in addition to the longest response time. */
    private static final double OVERRUN = 0.02;

    /** Runs a plan once. */
    interface Driver {
        LoadOutcome.Run drive(LoadPlan plan) throws IOException;
    }

    /**
     * One run at one rate.
     *
     * @param violations the bounds that were exceeded, in words; empty if the rate holds
     */
    record Step(double rate, List<String> violations, LoadOutcome.Run run) {
        boolean isSustained() {
            return violations.isEmpty();
        }

        private boolean isGeneratorsLimit() {
            return run.load().generator().map(GeneratorReport::isLowerBound).orElse(false);
        }

        private boolean isShortOfConnections() {
            return run.load().isShortOfConnections();
        }
    }

    private final LoadPlan plan;
    private final ServiceLevel serviceLevel;
    private final Driver driver;
    private final PrintStream err;
    private final List<Step> steps = new ArrayList<>();

    RateSearch(LoadPlan plan, ServiceLevel serviceLevel, Driver driver, PrintStream err) {
        if (plan.requests() != Long.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "the search for the highest rate needs a duration, not a number of requests");
        }
        this.plan = plan;
        this.serviceLevel = serviceLevel;
        this.driver = driver;
        this.err = err;
    }

    /**
     * Runs the search.
     *
     * @param first the first rate to try
     */
    Result find(OptionalDouble first) throws IOException {
        try {
            OptionalDouble rate = HighestRate.find(first.orElse(FIRST), this::sustains);
            return new Result(serviceLevel, rate, List.copyOf(steps), false);
        } catch (InterruptedException _) {
            OptionalDouble best = steps.stream()
                    .filter(Step::isSustained)
                    .mapToDouble(Step::rate)
                    .max();
            return new Result(serviceLevel, best, List.copyOf(steps), true);
        }
    }

    private boolean sustains(double rate) throws IOException, InterruptedException {
        Arrivals arrivals =
                plan.arrivals().map(wanted -> wanted.withRate(rate)).orElseGet(() -> Arrivals.constant(rate));
        LoadOutcome.Run run = driver.drive(plan.withArrivals(arrivals));
        // An incomplete run proves nothing about its rate.
        if (run.aborted()) throw new InterruptedException("the search was aborted");
        Step step = new Step(rate, violations(run.load()), run);
        steps.add(step);
        err.printf(
                Locale.ROOT,
                "%,.0f per second: %s, p99 %s µs, %,d errors%n",
                rate,
                step.isSustained() ? "holds" : "misses " + String.join(", ", step.violations()),
                Figure.of(run.load().latency().p99()),
                run.load().errorCount());
        err.flush();
        requireAnyResponse();
        return step.isSustained();
    }

    /** Fails if the first attempts had no expected answer at all: lower rates would have none either. */
    private void requireAnyResponse() throws IOException {
        boolean isUnanswered = steps.size() == ATTEMPTS
                && steps.stream().allMatch(step -> step.run.load().expectedCount() == 0);
        if (isUnanswered) {
            String errors = new LoadOutcome(steps.getLast().run, Optional.empty()).errors();
            throw new IOException("no response was as expected, so no rate can be found: " + errors);
        }
    }

    private List<String> violations(LoadResult load) {
        List<String> violations = new ArrayList<>(serviceLevel.violationsOf(load));
        if (!load.generator().map(report -> keptUp(load, report)).orElse(true)) violations.add("the rate");
        return violations;
    }

    /**
     * Returns whether the requests due were answered as expected, without a backlog that was worked off after the end.
     */
    private boolean keptUp(LoadResult load, GeneratorReport report) {
        double plannedSeconds = plan.duration().toNanos() / 1e9;
        double last = Double.isFinite(report.raw().max()) ? report.raw().max() / 1e6 : 0;
        return load.expectedCount() >= MIN_ANSWERED_SHARE * (report.sent() + report.abandoned())
                && load.seconds() <= plannedSeconds * (1 + OVERRUN) + last;
    }

    /**
     * The result of a search.
     *
     * @param rate empty if not even one per second held
     * @param aborted true if the search was interrupted with rates left to try
     */
    record Result(ServiceLevel serviceLevel, OptionalDouble rate, List<Step> steps, boolean aborted) {
        int exitCode() {
            if (aborted) return ExitCode.FAILED;
            return rate.isPresent() ? ExitCode.OK : ExitCode.GATE_MISSED;
        }

        /** Returns whether the limit at every missed rate may be the generator's rather than the server's. */
        private boolean isLowerBound() {
            return explainsAllMisses(Step::isGeneratorsLimit);
        }

        /**
         * Returns whether requests had to wait for a free connection at every missed rate: more connections may reach
         * more.
         */
        private boolean isShortOfConnections() {
            return explainsAllMisses(Step::isShortOfConnections);
        }

        /** Returns whether the cause applies to every missed rate; false if no rate was missed. */
        private boolean explainsAllMisses(Predicate<Step> why) {
            List<Step> tooHigh =
                    steps.stream().filter(step -> !step.isSustained()).toList();
            return !tooHigh.isEmpty() && tooHigh.stream().allMatch(why);
        }

        private String caution() {
            if (isLowerBound()) return "; a lower bound, since the generator was at its limit";
            return isShortOfConnections() ? "; above it, all connections were busy" : "";
        }

        String text() {
            return (aborted ? "Aborted (" + LoadOutcome.INTERRUPTED + "); the results so far:\n" : "")
                    + (rate.isPresent() ? highest(rate.getAsDouble()) : "No rate " + at() + " holds.\n");
        }

        private String at() {
            return (aborted ? "yet " : "") + "at which " + serviceLevel;
        }

        private String highest(double perSecond) {
            return String.format(
                    Locale.ROOT,
                    "%,.0f per second is the highest rate %s holds%s%n%n%s",
                    perSecond,
                    at(),
                    caution(),
                    best().map(step -> new LoadOutcome(step.run(), Optional.of(serviceLevel)).text())
                            .orElse(""));
        }

        private Optional<Step> best() {
            return steps.stream()
                    .filter(step -> step.isSustained() && step.rate() == rate.orElse(0))
                    .findFirst();
        }

        String json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("serviceLevel", serviceLevel.toString());
            json.put("highestRate", rate.isPresent() ? (Object) rate.getAsDouble() : null);
            json.put("lowerBound", isLowerBound());
            json.put("shortOfConnections", isShortOfConnections());
            if (aborted) json.put("brokenOff", LoadOutcome.INTERRUPTED);
            json.put("steps", steps.stream().map(Result::json).toList());
            return JsonEncoder.encode(json) + "\n";
        }

        private static Map<String, Object> json(Step step) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("rate", step.rate());
            json.put("holds", step.isSustained());
            json.put("missed", step.violations());
            json.put("run", LoadOutcome.json(step.run()));
            return json;
        }
    }
}
