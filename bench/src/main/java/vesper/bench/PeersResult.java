package vesper.bench;

import java.util.List;

/** The end of an experiment: circumstances, findings, and what is concluded from them. */
record PeersResult(Setting setting, Findings findings, List<ArmSummary> arms, List<BarVerdict> bars) {
    static PeersResult conclude(Setting setting, Findings findings) {
        List<ArmSummary> arms = ArmSummary.of(findings);
        return new PeersResult(setting, findings, arms, PeersBars.judge(findings, arms));
    }

    /** What failed outweighs what is not stable, and that outweighs a missed bar: such a figure proves nothing. */
    int exitCode() {
        boolean failed = findings.brokenOff().isPresent()
                || findings.runs().isEmpty()
                || findings.leftOut().stream().anyMatch(LeftOut::failed)
                || arms.stream().anyMatch(arm -> arm.errors() > 0);
        if (failed) return ExitCode.FAILED;
        if (!findings.isStable()) return ExitCode.NOT_STABLE;
        return bars.stream().anyMatch(BarVerdict::isMissed) ? ExitCode.GATE_MISSED : ExitCode.DONE;
    }
}
