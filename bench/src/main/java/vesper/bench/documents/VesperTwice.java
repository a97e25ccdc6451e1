package vesper.bench.documents;

import java.util.List;
import vesper.bench.statistics.Effect;

/** By what Vesper differs from itself where it is measured twice: a difference no larger than that is none. */
final class VesperTwice {
    private final DocumentsFindings findings;

    VesperTwice(DocumentsFindings findings) {
        this.findings = findings;
    }

    /** @param effect in requests per CPU second, on the first one */
    record Again(DocumentsCase of, Effect effect) {}

    /** Of each case that was measured twice. */
    List<Again> all() {
        return findings.runs().stream()
                .filter(run -> run.contestant() == Contestant.VESPER_AGAIN)
                .map(DocumentsRun::of)
                .distinct()
                .map(one -> new Again(one, effect(one)))
                .toList();
    }

    private Effect effect(DocumentsCase one) {
        return findings.effect(one, Contestant.VESPER_AGAIN, one, Contestant.VESPER, DocumentsRun::perCpuSecond);
    }
}
