package vesper.bench.documents;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import vesper.bench.BarVerdict;

/** Bars for Vesper that do not depend on Xenon. Bars whose cases are not part of the experiment are left out. */
final class OtherBars {
    private static final double READS_OVER_WRITES = 4;
    private static final double PUTS_ON_THREE_NODES = 8000;
    private static final double READS_ON_A_NODE = 0.9;
    private static final List<Integer> CLUSTERS = List.of(3, 5);

    private final List<Stage> stages;
    private final DocumentsFindings findings;

    OtherBars(List<Stage> stages, DocumentsFindings findings) {
        this.stages = stages;
        this.findings = findings;
    }

    List<JudgedBar> judge() {
        Stream<Optional<JudgedBar>> local = CLUSTERS.stream().map(this::localReads);
        return Stream.concat(Stream.of(readsOverWrites(), putsOnThreeNodes()), local)
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<JudgedBar> readsOverWrites() {
        Optional<DocumentsCase> put = named("durable-put-64");
        return named("durable-get-64")
                .filter(_ -> put.isPresent())
                .map(get -> ratio(
                        "durable GET/s, relative to durable PUT/s",
                        READS_OVER_WRITES,
                        get,
                        Contestant.VESPER,
                        put.get(),
                        Contestant.VESPER));
    }

    private Optional<JudgedBar> putsOnThreeNodes() {
        return named(Stages.nodesCase(3, "put-1000"))
                .map(put -> new JudgedBar(
                        BarVerdict.atLeast(
                                put.label() + ", per second",
                                PUTS_ON_THREE_NODES,
                                "/s",
                                findings.spread(put, Contestant.VESPER, DocumentsRun::value)),
                        findings.mean(put, Contestant.VESPER, DocumentsRun::value)));
    }

    private Optional<JudgedBar> localReads(int nodes) {
        return named(Stages.nodesCase(nodes, "get-64"))
                .map(get -> ratio(
                        get.label() + ", relative to a single durable node",
                        READS_ON_A_NODE,
                        get,
                        Contestant.VESPER,
                        get,
                        Contestant.VESPER_ALONE));
    }

    private JudgedBar ratio(
            String what, double bar, DocumentsCase of, Contestant one, DocumentsCase ofOther, Contestant other) {
        return new JudgedBar(
                BarVerdict.atLeast(what, bar, "×", findings.ratios(of, one, ofOther, other, DocumentsRun::value)),
                findings.effect(of, one, ofOther, other, DocumentsRun::value));
    }

    private Optional<DocumentsCase> named(String name) {
        return stages.stream()
                .flatMap(stage -> stage.cases().stream())
                .filter(one -> one.name().equals(name))
                .findFirst();
    }
}
