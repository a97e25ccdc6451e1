package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Measures the heap of idle documents. Each run has a fresh process, whose heap is measured before and after it creates
 * documents that are then not accessed.
 */
final class IdleHeapStage {
    private final DocumentsScale scale;
    private final Drivers drivers;
    private final Random random;
    private final StageReport report;

    IdleHeapStage(DocumentsScale scale, Drivers drivers, Random random, StageReport report) {
        this.scale = scale;
        this.drivers = drivers;
        this.random = random;
        this.report = report;
    }

    void run(Stage stage) throws IOException, InterruptedException {
        List<Contestant> contestants = new ArrayList<>(stage.contestants());
        for (DocumentsCase one : stage.cases()) {
            for (int start = 1; start <= scale.starts(); start++) {
                Collections.shuffle(contestants, random);
                for (Contestant contestant : contestants) run(stage, one, contestant, start);
            }
        }
    }

    private void run(Stage stage, DocumentsCase one, Contestant contestant, int start)
            throws IOException, InterruptedException {
        Path data = report.dataOf(stage, contestant).resolve(one.name() + "-" + start);
        try (var running = RunningContestant.start(stage, contestant, drivers, data, report.logs())) {
            double plain = running.send("plain count=" + scale.idleCount()).number("heapBytes");
            running.send("open");
            DriverAnswer answer = running.send(one.command());
            double count = answer.number("count");
            // The key and state of an idle durable document are on disk. A document in memory must hold them, so they
            // are subtracted.
            double beside = one.isDurable() ? 0 : plain;
            report.addRun(new DocumentsRun(
                    start,
                    1,
                    one,
                    contestant,
                    (long) count,
                    answer.number("seconds"),
                    answer.number("cpuSeconds"),
                    (answer.number("heapBytes") - beside) / count,
                    (long) answer.number("failures"),
                    0,
                    0));
        } catch (UnsupportedCommandException unsupported) {
            report.addUnsupported(one, contestant, unsupported.reason());
        }
    }
}
