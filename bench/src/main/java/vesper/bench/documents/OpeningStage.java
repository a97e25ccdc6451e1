package vesper.bench.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Measures the time to open a store. Documents are filled in once, and each run has a fresh process that opens them.
 */
final class OpeningStage {
    private final DocumentsScale scale;
    private final Drivers drivers;
    private final Random random;
    private final StageReport report;

    OpeningStage(DocumentsScale scale, Drivers drivers, Random random, StageReport report) {
        this.scale = scale;
        this.drivers = drivers;
        this.random = random;
        this.report = report;
    }

    void run(Stage stage) throws IOException, InterruptedException {
        DocumentsCase opening = stage.cases().getFirst();
        List<Contestant> filled = new ArrayList<>();
        for (Contestant contestant : stage.contestants()) {
            if (fill(stage, opening, contestant)) filled.add(contestant);
        }
        for (int start = 1; start <= scale.starts(); start++) {
            Collections.shuffle(filled, random);
            for (Contestant contestant : filled) report.addRun(open(stage, opening, contestant, start));
        }
    }

    private boolean fill(Stage stage, DocumentsCase opening, Contestant contestant)
            throws IOException, InterruptedException {
        report.log("filling in documents of " + contestant.label());
        try (var running =
                RunningContestant.open(stage, contestant, drivers, report.dataOf(stage, contestant), report.logs())) {
            DriverAnswer answer = running.send("fill count=" + scale.openCount());
            if (answer.number("failures") > 0)
                throw new IOException("some documents were not created: " + answer.line());
            running.awaitExit();
            return true;
        } catch (UnsupportedCommandException unsupported) {
            report.addUnsupported(opening, contestant, unsupported.reason());
            return false;
        }
    }

    private DocumentsRun open(Stage stage, DocumentsCase opening, Contestant contestant, int start)
            throws IOException, InterruptedException {
        try (var running =
                RunningContestant.start(stage, contestant, drivers, report.dataOf(stage, contestant), report.logs())) {
            DriverAnswer answer = running.send(opening.command());
            double seconds = answer.number("seconds");
            double cpu = answer.number("cpuSeconds");
            running.awaitExit();
            return new DocumentsRun(start, 1, opening, contestant, scale.openCount(), seconds, cpu, seconds, 0, 0, 0);
        }
    }
}
