package vesper.bench.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import vesper.bench.statistics.Spread;

/** What the experiment has gathered so far: filled while it runs, complete or not when it ends. */
final class DocumentsFindings {
    private final List<DocumentsRun> runs = new ArrayList<>();
    private final List<NotMeasured> notMeasured = new ArrayList<>();
    private Optional<String> brokenOff = Optional.empty();

    void record(DocumentsRun run) {
        runs.add(run);
    }

    void leaveOut(NotMeasured one) {
        notMeasured.add(one);
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

    boolean isFaultless() {
        return runs.stream().allMatch(DocumentsRun::isFaultless);
    }

    Spread spread(DocumentsCase of, Contestant contestant, ToDoubleFunction<DocumentsRun> figure) {
        return Spread.of(
                runs(of, contestant).stream().map(figure::applyAsDouble).toList());
    }

    /** Of one contestant to another, round by round, so that what slowed a whole round cancels out. */
    Spread ratios(
            DocumentsCase of,
            Contestant one,
            DocumentsCase ofOther,
            Contestant other,
            ToDoubleFunction<DocumentsRun> figure) {
        Map<Integer, DocumentsRun> others =
                runs(ofOther, other).stream().collect(Collectors.toMap(DocumentsRun::round, run -> run));
        return Spread.of(runs(of, one).stream()
                .filter(run -> others.containsKey(run.round()))
                .map(run -> figure.applyAsDouble(run) / figure.applyAsDouble(others.get(run.round())))
                .toList());
    }

    private List<DocumentsRun> runs(DocumentsCase of, Contestant contestant) {
        return runs.stream()
                .filter(run -> run.of().name().equals(of.name()) && run.contestant() == contestant)
                .toList();
    }
}
