package vesper.bench.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Spread;

/** The data of the experiment, collected while it runs; may be incomplete when it ends. */
final class DocumentsFindings {
    private final List<DocumentsRun> runs = new ArrayList<>();
    private final List<CaseWarmUpResult> warmUps = new ArrayList<>();
    private final List<UnsupportedCase> unsupported = new ArrayList<>();
    private Optional<String> abortReason = Optional.empty();

    void record(DocumentsRun run) {
        runs.add(run);
    }

    void addWarmUp(CaseWarmUpResult one) {
        warmUps.add(one);
    }

    /** Adds a measurement that is not possible. Each start may add the same one again. */
    void addUnsupported(UnsupportedCase one) {
        if (!unsupported.contains(one)) unsupported.add(one);
    }

    void abort(String why) {
        abortReason = Optional.of(why);
    }

    /** Returns the runs in order. */
    List<DocumentsRun> runs() {
        return List.copyOf(runs);
    }

    List<UnsupportedCase> unsupported() {
        return List.copyOf(unsupported);
    }

    /** Returns the reason why the experiment ended early; empty if it is complete. */
    Optional<String> abortReason() {
        return abortReason;
    }

    /**
     * Returns the runs in which anything failed, including those of the warm-up, since the versions that they wrote
     * count, too.
     */
    Stream<DocumentsRun> faulty() {
        return Stream.concat(warmUps.stream().flatMap(one -> one.windows().stream()), runs.stream())
                .filter(run -> !run.isFaultless());
    }

    boolean isFaultless() {
        return faulty().findAny().isEmpty();
    }

    /** Returns the warm-ups in order. */
    List<CaseWarmUpResult> warmUps() {
        return List.copyOf(warmUps);
    }

    boolean isStable() {
        return warmUps.stream().allMatch(CaseWarmUpResult::isStable);
    }

    /** Returns whether differences between starts are known. */
    boolean hasSeveralStarts() {
        return runs.stream().map(DocumentsRun::start).distinct().count() > 1;
    }

    Spread spread(DocumentsCase of, Contestant contestant, ToDoubleFunction<DocumentsRun> figure) {
        return Spread.of(
                runs(of, contestant).stream().map(figure::applyAsDouble).toList());
    }

    double sum(DocumentsCase of, Contestant contestant, ToDoubleFunction<DocumentsRun> figure) {
        return runs(of, contestant).stream().mapToDouble(figure).sum();
    }

    /**
     * Returns the ratios of one contestant to another, round by round, so that a slowdown of a whole round cancels out.
     */
    Spread ratios(
            DocumentsCase of,
            Contestant one,
            DocumentsCase ofOther,
            Contestant other,
            ToDoubleFunction<DocumentsRun> figure) {
        return Spread.of(pairs(of, one, ofOther, other).stream()
                .map(pair -> figure.applyAsDouble(pair.run()) / figure.applyAsDouble(pair.other()))
                .toList());
    }

    /** Returns the mean of those ratios, with its interval. */
    Effect effect(
            DocumentsCase of,
            Contestant one,
            DocumentsCase ofOther,
            Contestant other,
            ToDoubleFunction<DocumentsRun> figure) {
        return byStart(
                pairs(of, one, ofOther, other),
                pair -> pair.run().start(),
                pair -> Math.log(figure.applyAsDouble(pair.run()) / figure.applyAsDouble(pair.other())));
    }

    /** Returns the mean of a figure, with its interval. */
    Effect mean(DocumentsCase of, Contestant contestant, ToDoubleFunction<DocumentsRun> figure) {
        return byStart(runs(of, contestant), DocumentsRun::start, run -> Math.log(figure.applyAsDouble(run)));
    }

    /**
     * Computes the effect with starts as the unit of replication. The rounds of a start are averaged, since they share
     * the code that the JIT compiler produced that time. With only one start the unit is a round, and the result says
     * nothing about differences between starts.
     */
    private <T> Effect byStart(List<T> all, ToIntFunction<T> start, ToDoubleFunction<T> logarithm) {
        if (!hasSeveralStarts())
            return Effect.ofLogarithms(all.stream().mapToDouble(logarithm).toArray());
        Map<Integer, Double> means = all.stream()
                .filter(each -> Double.isFinite(logarithm.applyAsDouble(each)))
                .collect(Collectors.groupingBy(start::applyAsInt, TreeMap::new, Collectors.averagingDouble(logarithm)));
        return Effect.ofLogarithms(
                means.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Two runs of the same round. */
    private record Pair(DocumentsRun run, DocumentsRun other) {}

    private List<Pair> pairs(DocumentsCase of, Contestant one, DocumentsCase ofOther, Contestant other) {
        List<Pair> pairs = new ArrayList<>();
        for (DocumentsRun run : runs(of, one)) {
            runs(ofOther, other).stream()
                    .filter(each -> each.start() == run.start() && each.round() == run.round())
                    .findFirst()
                    .ifPresent(besideIt -> pairs.add(new Pair(run, besideIt)));
        }
        return pairs;
    }

    private List<DocumentsRun> runs(DocumentsCase of, Contestant contestant) {
        return runs.stream()
                .filter(run -> run.measuredCase().name().equals(of.name()) && run.contestant() == contestant)
                .toList();
    }
}
