package vesper.bench.documents;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import vesper.bench.BarVerdict;
import vesper.bench.results.Gate;
import vesper.bench.results.Metric;
import vesper.bench.statistics.Spread;

/**
 * Gates of the user: bounds on requests per second ({@code rate}, {@code ratio}), CPU microseconds per request ({@code
 * cpu}) and {@code errors}. An arm is a contestant in a case, {@code vesper at durable-put-64}.
 */
final class DocumentsGates {
    private static final double MICROS = 1e6;
    private static final List<Metric> MEASURED = List.of(Metric.RATE, Metric.CPU, Metric.ERRORS);

    private final List<Stage> stages;
    private final DocumentsFindings findings;

    DocumentsGates(List<Stage> stages, DocumentsFindings findings) {
        this.stages = stages;
        this.findings = findings;
    }

    private record Arm(Contestant contestant, DocumentsCase measuredCase) {
        String name() {
            return contestant.slug() + " at " + measuredCase.name();
        }
    }

    /** @throws IllegalArgumentException if a figure is not measured, or an arm does not exist */
    static void requireMeasured(List<Gate> gates, List<Stage> stages) {
        List<String> names = arms(stages).stream().map(Arm::name).toList();
        for (Gate gate : gates) {
            if (!MEASURED.contains(gate.metric())) {
                throw new IllegalArgumentException(
                        "gate \"" + gate.text() + "\": for documents only ratio, rate, cpu and errors are measured");
            }
            gate.requireAmong(names);
        }
    }

    List<JudgedBar> judge(List<Gate> gates) {
        return gates.stream().map(this::judge).toList();
    }

    private JudgedBar judge(Gate gate) {
        Arm arm = named(gate.arm());
        ToDoubleFunction<DocumentsRun> figure = figure(gate.metric());
        Optional<Arm> base = gate.base().map(this::named);
        Spread spread = base.map(other ->
                        findings.ratios(arm.measuredCase, arm.contestant, other.measuredCase, other.contestant, figure))
                .orElseGet(() -> spreadOf(arm, gate.metric(), figure));
        String what = gate.metric().meaning() + ": " + gate.arm()
                + gate.base().map(other -> " to " + other).orElse("");
        Optional<Boolean> met = spread.isMeasured()
                ? Optional.of(gate.comparison().holds(spread.median(), gate.bound()))
                : Optional.empty();
        return new JudgedBar(
                new BarVerdict(what, gate.comparison().sign() + " " + gate.bound(), spread, met),
                base.map(other -> findings.effect(
                                arm.measuredCase, arm.contestant, other.measuredCase, other.contestant, figure))
                        .orElseGet(() -> findings.mean(arm.measuredCase, arm.contestant, figure)));
    }

    /** Returns the median over runs, but for errors the sum of all runs. */
    private Spread spreadOf(Arm arm, Metric metric, ToDoubleFunction<DocumentsRun> figure) {
        Spread runs = findings.spread(arm.measuredCase, arm.contestant, figure);
        return metric == Metric.ERRORS && runs.isMeasured()
                ? Spread.single(findings.sum(arm.measuredCase, arm.contestant, figure))
                : runs;
    }

    private static ToDoubleFunction<DocumentsRun> figure(Metric metric) {
        return switch (metric) {
            case RATE -> DocumentsRun::value;
            case CPU -> run -> MICROS / run.perCpuSecond();
            case ERRORS -> run -> run.failures() + run.missing() + run.differing();
            default -> throw new IllegalStateException(metric + " is not measured");
        };
    }

    private Arm named(String name) {
        return arms(stages).stream()
                .filter(arm -> arm.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Arm> arms(List<Stage> stages) {
        return stages.stream()
                .flatMap(stage -> stage.cases().stream()
                        .filter(one -> one.measure() == Measure.RATE)
                        .flatMap(one -> stage.contestants().stream()
                                .filter(one::includes)
                                .map(contestant -> new Arm(contestant, one))))
                .toList();
    }
}
