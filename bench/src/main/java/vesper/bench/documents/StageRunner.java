package vesper.bench.documents;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import vesper.bench.FailureMessages;
import vesper.bench.FaultLog;

/**
 * Runs all stages. A failure or an interrupt ends the experiment early, and the findings so far are kept. All processes
 * that were started are ended in any case. A case that a contestant does not support is left out.
 */
final class StageRunner {
    private final DocumentsScale scale;
    private final Drivers drivers;
    private final Random random;
    private final StageReport report;

    /** @param random draws the order of runs */
    StageRunner(DocumentsScale scale, Drivers drivers, Random random, StageReport report) {
        this.scale = scale;
        this.drivers = drivers;
        this.random = random;
        this.report = report;
    }

    void run(List<Stage> stages) {
        try {
            drivers.prepare();
            report.expect(stages.size());
            for (Stage stage : stages) run(stage);
        } catch (InterruptedException _) {
            report.abort("interrupted");
        } catch (IOException failure) {
            report.abort(FailureMessages.messageOf(failure));
        } catch (RuntimeException fault) {
            report.abort(FaultLog.write(fault, report.logs()));
        } finally {
            report.end();
        }
    }

    private void run(Stage stage) throws IOException, InterruptedException {
        report.log("stage " + stage.name());
        switch (stage.course()) {
            case DRIVE, DRIVE_FROM_OUTSIDE, DRIVE_NODES -> new LoadStage(scale, drivers, random, report).run(stage);
            case IDLE -> new IdleHeapStage(scale, drivers, random, report).run(stage);
            case OPEN -> new OpeningStage(scale, drivers, random, report).run(stage);
        }
        report.finishStage(stage);
    }
}
