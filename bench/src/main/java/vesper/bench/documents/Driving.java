package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import vesper.bench.ScratchFolder;

/**
 * Drives long-running processes through several cases in random order, after a warm-up of each case. Repeats this
 * several times, with fresh processes.
 */
final class Driving {
    private static final int BEFORE_THE_ROUNDS = 0;

    private final DocumentsScale scale;
    private final Drivers drivers;
    private final Random random;
    private final StageReport report;

    Driving(DocumentsScale scale, Drivers drivers, Random random, StageReport report) {
        this.scale = scale;
        this.drivers = drivers;
        this.random = random;
        this.report = report;
    }

    void run(Stage stage) throws IOException, InterruptedException {
        for (int start = 1; start <= scale.starts(); start++) {
            try (var data = ScratchFolder.at(report.dataOf(stage, start))) {
                run(stage, start, data.path());
            }
        }
    }

    private void run(Stage stage, int start, Path data) throws IOException, InterruptedException {
        Deque<Driven> running = new ArrayDeque<>();
        try {
            for (Contestant contestant : stage.contestants())
                start(stage, contestant, data.resolve(contestant.slug()), running);
            List<Turn> turns = new ArrayList<>();
            for (DocumentsCase one : stage.cases()) {
                for (Driven contestant : running) {
                    if (one.isFor(contestant.contestant()) && isWarmed(start, one, contestant))
                        turns.add(new Turn(start, one, contestant));
                }
            }
            for (int round = 1; round <= scale.rounds(); round++) {
                Collections.shuffle(turns, random);
                for (Turn turn : turns) report.recorded(turn.run(round));
            }
        } finally {
            while (!running.isEmpty()) running.removeLast().close();
        }
    }

    private void start(Stage stage, Contestant contestant, Path data, Deque<Driven> running)
            throws IOException, InterruptedException {
        try {
            report.say("starting " + contestant.label());
            running.addLast(open(stage, contestant, Files.createDirectories(data)));
        } catch (UnsupportedByContestant unsupported) {
            stage.cases().stream()
                    .filter(one -> one.isFor(contestant))
                    .forEach(one -> report.leaveOut(one, contestant, unsupported.what()));
        }
    }

    private Driven open(Stage stage, Contestant contestant, Path data) throws IOException, InterruptedException {
        boolean isAlone = stage.course() != Stage.Course.DRIVE_NODES || contestant == Contestant.VESPER_ALONE;
        return isAlone
                ? RunningContestant.open(stage, contestant, drivers, data, report.logs())
                : RunningNodes.open(stage, contestant, drivers, data, report.logs(), scale.restLook());
    }

    /** Returns false if the contestant does not support the case. */
    private boolean isWarmed(int start, DocumentsCase one, Driven running) throws IOException, InterruptedException {
        try {
            report.warmed(warm(start, one, running));
            return true;
        } catch (UnsupportedByContestant unsupported) {
            report.leaveOut(one, running.contestant(), unsupported.what());
            return false;
        }
    }

    private Warmed warm(int start, DocumentsCase one, Driven running) throws IOException, InterruptedException {
        List<DocumentsRun> windows = new ArrayList<>();
        Optional<String> objection;
        do {
            windows.add(new Turn(start, one, running).run(BEFORE_THE_ROUNDS, one.window()));
            objection = scale.warmUp().objection(windows);
        } while (objection.isPresent() && windows.size() < scale.warmUp().mostWindows());
        return new Warmed(start, one, running.contestant(), windows, objection);
    }

    private record Turn(int start, DocumentsCase of, Driven running) {
        DocumentsRun run(int round) throws IOException, InterruptedException {
            return run(round, of.command());
        }

        DocumentsRun run(int round, String command) throws IOException, InterruptedException {
            Driven.Measured measured = running.measure(command);
            DriverAnswer answer = measured.answer();
            double seconds = answer.number("seconds");
            long failures = (long) answer.number("failures");
            long count = (long) answer.number("count") - failures;
            return new DocumentsRun(
                    start,
                    round,
                    of,
                    running.contestant(),
                    count,
                    seconds,
                    measured.cpuSeconds(),
                    count / seconds,
                    failures,
                    (long) answer.number("missing"),
                    measured.differing());
        }
    }
}
