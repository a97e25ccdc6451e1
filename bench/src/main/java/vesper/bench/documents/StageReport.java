package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import vesper.bench.Progress;
import vesper.bench.Redactor;

/** Provides the procedures of stages with folders, and collects and reports their findings. */
final class StageReport {
    private final DocumentsScale scale;
    private final Progress progress;
    private final Path scratch;
    private final Path logs;
    private final DocumentsFindings findings;
    private final Redactor redactor;

    /**
     * @param scratch an empty folder for the contestants' data
     * @param logs folder for their output
     * @param redactor cleans the texts of failures for the report
     */
    StageReport(
            DocumentsScale scale,
            Progress progress,
            Path scratch,
            Path logs,
            DocumentsFindings findings,
            Redactor redactor) {
        this.scale = scale;
        this.progress = progress;
        this.scratch = scratch;
        this.logs = logs;
        this.findings = findings;
        this.redactor = redactor;
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

    void finishStage(Stage stage) {
        progress.step("finished stage " + stage.name());
    }

    void end() {
        progress.end();
    }

    void log(String step) {
        progress.log(step);
    }

    void abort(String why) {
        findings.abort(redactor.redact(why));
    }

    void addUnsupported(DocumentsCase one, Contestant contestant, String why) {
        progress.log("skipping " + contestant.label() + " in " + one.label() + ", unsupported: " + why);
        findings.addUnsupported(new UnsupportedCase(one, contestant, redactor.redact(why)));
    }

    void addRun(DocumentsRun run) {
        findings.record(run);
        String round =
                run.measuredCase().measure() == Measure.RATE ? ", round " + run.round() + " of " + scale.rounds() : "";
        log("start " + run.start() + " of " + scale.starts() + round, run);
    }

    void addWarmUp(CaseWarmUpResult warmUp) {
        findings.addWarmUp(warmUp);
        int windows = warmUp.windows().size();
        log(
                "start " + warmUp.start() + " of " + scale.starts() + ", warm-up, " + windows + " windows, "
                        + warmUp.objection().map(why -> "not stable: " + why).orElse("stable"),
                warmUp.windows().getLast());
    }

    private void log(String when, DocumentsRun run) {
        String cpu = run.measuredCase().measure() == Measure.RATE
                ? String.format(Locale.ROOT, ", %,.0f per CPU second", run.perCpuSecond())
                : "";
        progress.log(String.format(
                Locale.ROOT,
                run.measuredCase().measure() == Measure.SECONDS
                        ? "%s, %s, %s: %,.2f %s%s%s"
                        : "%s, %s, %s: %,.0f %s%s%s",
                when,
                run.measuredCase().label(),
                run.contestant().label(),
                run.value(),
                run.measuredCase().measure().unit(),
                cpu,
                run.isFaultless()
                        ? ""
                        : ", " + run.failures() + " failed, " + run.missing() + " missing, " + run.differing()
                                + " nodes differ"));
    }
}
