package vesper.bench.documents;

import java.util.List;
import vesper.bench.statistics.Effect;

/** The differences of Vesper from itself in cases that are measured twice. A difference of that size counts as none. */
final class VesperTwice {
    private final DocumentsFindings findings;

    VesperTwice(DocumentsFindings findings) {
        this.findings = findings;
    }

    /** @param effect of the second on the first, in requests per CPU second */
    record Again(DocumentsCase of, Effect effect) {}

    /** Returns the effect for each case that was measured twice. */
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
