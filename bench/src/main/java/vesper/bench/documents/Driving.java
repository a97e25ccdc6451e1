package vesper.bench.documents;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Processes stay while cases take turns; each is warmed by a run of the same count before the rounds. */
final class Driving {
    private static final int BEFORE_THE_ROUNDS = 0;

    private final int rounds;
    private final Drivers drivers;
    private final Random random;
    private final StageReport report;

    Driving(int rounds, Drivers drivers, Random random, StageReport report) {
        this.rounds = rounds;
        this.drivers = drivers;
        this.random = random;
        this.report = report;
    }

    void run(Stage stage) throws IOException, InterruptedException {
        Deque<RunningContestant> running = new ArrayDeque<>();
        try {
            for (Contestant contestant : stage.contestants()) start(stage, contestant, running);
            List<Turn> turns = new ArrayList<>();
            for (DocumentsCase one : stage.cases()) {
                for (RunningContestant contestant : running) {
                    if (isWarmed(one, contestant)) turns.add(new Turn(one, contestant));
                }
            }
            for (int round = 1; round <= rounds; round++) {
                Collections.shuffle(turns, random);
                for (Turn turn : turns) report.recorded(turn.run(round));
            }
        } finally {
            while (!running.isEmpty()) running.removeLast().close();
        }
    }

    private void start(Stage stage, Contestant contestant, Deque<RunningContestant> running)
            throws IOException, InterruptedException {
        try {
            running.addLast(RunningContestant.open(
                    stage, contestant, drivers, report.dataOf(stage, contestant), report.logs()));
        } catch (UnsupportedByContestant unsupported) {
            stage.cases().forEach(one -> report.leaveOut(one, contestant, unsupported.what()));
        }
    }

    /** False where the contestant does not have the case. */
    private boolean isWarmed(DocumentsCase one, RunningContestant running) throws IOException, InterruptedException {
        try {
            report.warmed(new Turn(one, running).run(BEFORE_THE_ROUNDS));
            return true;
        } catch (UnsupportedByContestant unsupported) {
            report.leaveOut(one, running.contestant(), unsupported.what());
            return false;
        }
    }

    private record Turn(DocumentsCase of, RunningContestant running) {
        DocumentsRun run(int round) throws IOException, InterruptedException {
            RunningContestant.Measured measured = running.measure(of.command());
            DriverAnswer answer = measured.answer();
            double seconds = answer.number("seconds");
            long count = (long) answer.number("count");
            return new DocumentsRun(
                    round,
                    of,
                    running.contestant(),
                    count,
                    seconds,
                    measured.cpuSeconds(),
                    count / seconds,
                    (long) answer.number("failures"),
                    (long) answer.number("missing"));
        }
    }
}
