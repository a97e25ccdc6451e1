package vesper.bench.documents;

import java.util.List;
import vesper.bench.statistics.Effect;

/** The differences of Vesper from itself in cases that are measured twice. A difference of that size counts as none. */
final class RepeatedVesper {
    private final DocumentsFindings findings;

    RepeatedVesper(DocumentsFindings findings) {
        this.findings = findings;
    }

    /** @param effect of the second on the first, in requests per CPU second */
    record RepeatEffect(DocumentsCase measuredCase, Effect effect) {}

    /** Returns the effect for each case that was measured twice. */
    List<RepeatEffect> all() {
        return findings.runs().stream()
                .filter(run -> run.contestant() == Contestant.VESPER_AGAIN)
                .map(DocumentsRun::measuredCase)
                .distinct()
                .map(one -> new RepeatEffect(one, effect(one)))
                .toList();
    }

    private Effect effect(DocumentsCase one) {
        return findings.effect(one, Contestant.VESPER_AGAIN, one, Contestant.VESPER, DocumentsRun::perCpuSecond);
    }
}
