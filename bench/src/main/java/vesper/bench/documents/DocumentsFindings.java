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

/** What the experiment has gathered so far: filled while it runs, complete or not when it ends. */
final class DocumentsFindings {
    private final List<DocumentsRun> runs = new ArrayList<>();
    private final List<Warmed> warmed = new ArrayList<>();
    private final List<NotMeasured> notMeasured = new ArrayList<>();
    private Optional<String> brokenOff = Optional.empty();

    void record(DocumentsRun run) {
        runs.add(run);
    }

    void warmed(Warmed one) {
        warmed.add(one);
    }

    /** Which every start may find out anew. */
    void leaveOut(NotMeasured one) {
        if (!notMeasured.contains(one)) notMeasured.add(one);
    }

    void breakOff(String why) {
        brokenOff = Optional.of(why);
    }

    /** In the order in which they were made. */
    List<DocumentsRun> runs() {
        return List.copyOf(runs);
    }

    List<NotMeasured> notMeasured() {
        return List.copyOf(notMeasured);
    }

    /** Why there is less than there should be. */
    Optional<String> brokenOff() {
        return brokenOff;
    }

    /** In which anything failed; those of the warm-up too, whose versions are counted as well. */
    Stream<DocumentsRun> faulty() {
        return Stream.concat(warmed.stream().flatMap(one -> one.windows().stream()), runs.stream())
                .filter(run -> !run.isFaultless());
    }

    boolean isFaultless() {
        return faulty().findAny().isEmpty();
    }

    /** How each case was warmed, in that order. */
    List<Warmed> warmed() {
        return List.copyOf(warmed);
    }

    boolean isStable() {
        return warmed.stream().allMatch(Warmed::isStable);
    }

    /** Whether something is known of how starts differ. */
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

    /** Of one contestant to another, round by round, so that what slowed a whole round cancels out. */
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

    /** The mean of those ratios, with its interval. */
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

    /** The mean of a figure, with its interval. */
    Effect mean(DocumentsCase of, Contestant contestant, ToDoubleFunction<DocumentsRun> figure) {
        return byStart(runs(of, contestant), DocumentsRun::start, run -> Math.log(figure.applyAsDouble(run)));
    }

    /**
     * What counts once is a start, whose rounds are averaged: they have in common what the compiler made of the programs that
     * time. Where there was only one it is a round, and nothing is said of how starts differ.
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

    /** Of one round. */
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
                .filter(run -> run.of().name().equals(of.name()) && run.contestant() == contestant)
                .toList();
    }
}
