package vesper.bench.documents;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import vesper.bench.FailureText;
import vesper.bench.FaultLog;

/**
 * Runs all stages. A failure or an interrupt ends the experiment early, and the findings so far are kept. All processes
 * that were started are ended in any case. A case that a contestant does not support is left out.
 */
final class DocumentsTrial {
    private final DocumentsScale scale;
    private final Drivers drivers;
    private final Random random;
    private final StageReport report;

    /** @param random draws the order of runs */
    DocumentsTrial(DocumentsScale scale, Drivers drivers, Random random, StageReport report) {
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
            report.breakOff("interrupted");
        } catch (IOException failure) {
            report.breakOff(FailureText.of(failure));
        } catch (RuntimeException fault) {
            report.breakOff(FaultLog.write(fault, report.logs()));
        } finally {
            report.end();
        }
    }

    private void run(Stage stage) throws IOException, InterruptedException {
        report.say("stage " + stage.name());
        switch (stage.course()) {
            case DRIVE, DRIVE_FROM_OUTSIDE, DRIVE_NODES -> new Driving(scale, drivers, random, report).run(stage);
            case IDLE -> new Idling(scale, drivers, random, report).run(stage);
            case OPEN -> new Opening(scale, drivers, random, report).run(stage);
        }
        report.finished(stage);
    }
}
