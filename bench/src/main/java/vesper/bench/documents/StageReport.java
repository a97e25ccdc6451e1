package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import vesper.bench.Progress;
import vesper.bench.SharedText;

/** Provides the procedures of stages with folders, and collects and reports their findings. */
final class StageReport {
    private final DocumentsScale scale;
    private final Progress progress;
    private final Path scratch;
    private final Path logs;
    private final DocumentsFindings findings;
    private final SharedText shared;

    /**
     * @param scratch an empty folder for the contestants' data
     * @param logs folder for their output
     * @param shared cleans the texts of failures for the report
     */
    StageReport(
            DocumentsScale scale,
            Progress progress,
            Path scratch,
            Path logs,
            DocumentsFindings findings,
            SharedText shared) {
        this.scale = scale;
        this.progress = progress;
        this.scratch = scratch;
        this.logs = logs;
        this.findings = findings;
        this.shared = shared;
    }

    Path logs() {
        return logs;
    }

    Path dataOf(Stage stage, Contestant contestant) throws IOException {
        return Files.createDirectories(scratch.resolve(stage.name()).resolve(contestant.slug()));
    }

    /** Returns the folder for one start, which the caller creates and deletes. */
    Path dataOf(Stage stage, int start) {
        return scratch.resolve(stage.name()).resolve("start-" + start);
    }

    void expect(int stages) {
        progress.expect(stages);
    }

    void finished(Stage stage) {
        progress.step("through with stage " + stage.name());
    }

    void end() {
        progress.end();
    }

    void say(String step) {
        progress.say(step);
    }

    void breakOff(String why) {
        findings.breakOff(shared.of(why));
    }

    void leaveOut(DocumentsCase one, Contestant contestant, String why) {
        progress.say(contestant.label() + " is left out of " + one.label() + ": " + why);
        findings.leaveOut(new NotMeasured(one, contestant, shared.of(why)));
    }

    void recorded(DocumentsRun run) {
        findings.record(run);
        String round = run.of().measure() == Measure.RATE ? ", round " + run.round() + " of " + scale.rounds() : "";
        say("start " + run.start() + " of " + scale.starts() + round, run);
    }

    void warmed(Warmed warmed) {
        findings.warmed(warmed);
        int windows = warmed.windows().size();
        say(
                "start " + warmed.start() + " of " + scale.starts() + ", warm-up, " + windows + " windows, "
                        + warmed.objection().map(why -> "not stable: " + why).orElse("stable"),
                warmed.windows().getLast());
    }

    private void say(String when, DocumentsRun run) {
        String cpu = run.of().measure() == Measure.RATE
                ? String.format(Locale.ROOT, ", %,.0f per CPU second", run.perCpuSecond())
                : "";
        progress.say(String.format(
                Locale.ROOT,
                run.of().measure() == Measure.SECONDS ? "%s, %s, %s: %,.2f %s%s%s" : "%s, %s, %s: %,.0f %s%s%s",
                when,
                run.of().label(),
                run.contestant().label(),
                run.value(),
                run.of().measure().unit(),
                cpu,
                run.isFaultless()
                        ? ""
                        : ", " + run.failures() + " failed, " + run.missing() + " missing, " + run.differing()
                                + " nodes differ"));
    }
}
