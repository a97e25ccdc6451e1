package vesper.bench.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.bench.BarVerdict;
import vesper.bench.ExitCode;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.Unavailable;

/** The outcome of an experiment: circumstances, records and conclusions. */
public record Outcome(
        ExperimentSetting setting,
        ExperimentRecords records,
        List<ArmFigures> arms,
        Contrasts contrasts,
        List<BarVerdict> bars,
        ExtraResults particulars) {
    /** @param gates gates of the user, in addition to the bars of the experiment itself */
    public static Outcome conclude(
            ExperimentSetting setting,
            ExperimentRecords records,
            Contrasts contrasts,
            List<BarVerdict> bars,
            List<Gate> gates) {
        List<ArmFigures> arms =
                records.arms().stream().map(arm -> ArmFigures.of(arm, records)).toList();
        List<BarVerdict> all = new ArrayList<>(bars);
        gates.forEach(gate -> all.add(gate.judge(records)));
        return new Outcome(setting, records, arms, contrasts, List.copyOf(all), ExtraResults.NONE);
    }

    public Outcome with(ExtraResults own) {
        return new Outcome(setting, records, arms, contrasts, bars, own);
    }

    /**
     * Returns the exit code. A failure outranks instability, which outranks a missed bar, since an unstable figure
     * proves nothing.
     */
    public int exitCode() {
        if (failure().isPresent()) return ExitCode.FAILED;
        if (!records.isStable()) return ExitCode.UNSTABLE;
        return bars.stream().anyMatch(BarVerdict::isMissed) ? ExitCode.GATE_MISSED : ExitCode.OK;
    }

    /** Returns the failures, independent of the bars; empty if nothing failed. */
    Optional<String> failure() {
        List<String> all = new ArrayList<>();
        records.abortReason().ifPresent(why -> all.add("aborted: " + why));
        if (records.runs().isEmpty()) all.add("no runs were recorded");
        records.unavailable().stream()
                .filter(Unavailable::required)
                .forEach(missing -> all.add(missing.name() + " was skipped: " + missing.reason()));
        if (!setting.allowsErrors()) {
            arms.stream()
                    .filter(arm -> arm.errors() > 0)
                    .forEach(arm ->
                            all.add(arm.errors() + " errors: " + arm.arm().name()));
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
    }
}
