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
final class LoadStage {
    private static final int BEFORE_THE_ROUNDS = 0;

    private final DocumentsScale scale;
    private final Drivers drivers;
    private final Random random;
    private final StageReport report;

    LoadStage(DocumentsScale scale, Drivers drivers, Random random, StageReport report) {
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
        Deque<ContestantSession> running = new ArrayDeque<>();
        try {
            for (Contestant contestant : stage.contestants())
                start(stage, contestant, data.resolve(contestant.slug()), running);
            List<CaseRun> caseRuns = new ArrayList<>();
            for (DocumentsCase one : stage.cases()) {
                for (ContestantSession contestant : running) {
                    if (one.includes(contestant.contestant()) && warmUp(start, one, contestant))
                        caseRuns.add(new CaseRun(start, one, contestant));
                }
            }
            for (int round = 1; round <= scale.rounds(); round++) {
                Collections.shuffle(caseRuns, random);
                for (CaseRun turn : caseRuns) report.addRun(turn.run(round));
            }
        } finally {
            while (!running.isEmpty()) running.removeLast().close();
        }
    }

    private void start(Stage stage, Contestant contestant, Path data, Deque<ContestantSession> running)
            throws IOException, InterruptedException {
        try {
            report.log("starting " + contestant.label());
            running.addLast(open(stage, contestant, Files.createDirectories(data)));
        } catch (UnsupportedCommandException unsupported) {
            stage.cases().stream()
                    .filter(one -> one.includes(contestant))
                    .forEach(one -> report.addUnsupported(one, contestant, unsupported.reason()));
        }
    }

    private ContestantSession open(Stage stage, Contestant contestant, Path data)
            throws IOException, InterruptedException {
        boolean isAlone = stage.course() != Stage.Course.DRIVE_NODES || contestant == Contestant.VESPER_ALONE;
        return isAlone
                ? RunningContestant.open(stage, contestant, drivers, data, report.logs())
                : RunningNodes.open(stage, contestant, drivers, data, report.logs(), scale.restLook());
    }

    /** Returns false if the contestant does not support the case. */
    private boolean warmUp(int start, DocumentsCase one, ContestantSession running)
            throws IOException, InterruptedException {
        try {
            report.addWarmUp(warm(start, one, running));
            return true;
        } catch (UnsupportedCommandException unsupported) {
            report.addUnsupported(one, running.contestant(), unsupported.reason());
            return false;
        }
    }

    private CaseWarmUpResult warm(int start, DocumentsCase one, ContestantSession running)
            throws IOException, InterruptedException {
        List<DocumentsRun> windows = new ArrayList<>();
        Optional<String> objection;
        do {
            windows.add(new CaseRun(start, one, running).run(BEFORE_THE_ROUNDS, one.window()));
            objection = scale.warmUp().objection(windows);
        } while (objection.isPresent() && windows.size() < scale.warmUp().maxWindows());
        return new CaseWarmUpResult(start, one, running.contestant(), windows, objection);
    }

    private record CaseRun(int start, DocumentsCase measuredCase, ContestantSession running) {
        DocumentsRun run(int round) throws IOException, InterruptedException {
            return run(round, measuredCase.command());
        }

        DocumentsRun run(int round, String command) throws IOException, InterruptedException {
            ContestantSession.Measurement measured = running.measure(command);
            DriverAnswer answer = measured.answer();
            double seconds = answer.number("seconds");
            long failures = (long) answer.number("failures");
            long count = (long) answer.number("count") - failures;
            return new DocumentsRun(
                    start,
                    round,
                    measuredCase,
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
