package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import vesper.bench.Progress;

/**
 * Goes through the stages, and ends every process that it started, whatever happens. A failure or an interrupt breaks it
 * off, with what there is kept; what a contestant does not have is left out.
 */
final class DocumentsTrial {
    private static final int BEFORE_THE_ROUNDS = 0;

    private final DocumentsScale scale;
    private final Drivers drivers;
    private final Progress progress;
    private final Path scratch;
    private final Path logs;
    private final Random random;
    private final DocumentsFindings findings;

    /**
     * @param scratch an empty folder for what contestants keep
     * @param logs takes what they say
     * @param random draws the order of turns
     */
    DocumentsTrial(
            DocumentsScale scale,
            Drivers drivers,
            Progress progress,
            Path scratch,
            Path logs,
            Random random,
            DocumentsFindings findings) {
        this.scale = scale;
        this.drivers = drivers;
        this.progress = progress;
        this.scratch = scratch;
        this.logs = logs;
        this.random = random;
        this.findings = findings;
    }

    void run(List<Stage> stages) {
        try {
            drivers.prepare();
            for (Stage stage : stages) {
                progress.say("stage " + stage.name());
                switch (stage.course()) {
                    case DRIVE, DRIVE_FROM_OUTSIDE -> drive(stage);
                    case IDLE -> idle(stage);
                    case OPEN -> open(stage);
                }
            }
        } catch (InterruptedException _) {
            findings.breakOff("interrupted");
        } catch (IOException failure) {
            findings.breakOff(failure.getMessage() == null ? failure.toString() : failure.getMessage());
        }
    }

    private void drive(Stage stage) throws IOException, InterruptedException {
        Deque<RunningContestant> running = new ArrayDeque<>();
        try {
            for (Contestant contestant : stage.contestants()) start(stage, contestant, running);
            List<Turn> turns = new ArrayList<>();
            for (DocumentsCase one : stage.cases()) {
                for (RunningContestant contestant : running) {
                    if (isWarmed(one, contestant)) turns.add(new Turn(one, contestant));
                }
            }
            for (int round = 1; round <= scale.rounds(); round++) {
                Collections.shuffle(turns, random);
                for (Turn turn : turns) recorded(turn.run(round));
            }
        } finally {
            while (!running.isEmpty()) running.removeLast().close();
        }
    }

    private void start(Stage stage, Contestant contestant, Deque<RunningContestant> running)
            throws IOException, InterruptedException {
        try {
            running.addLast(RunningContestant.open(stage, contestant, drivers, dataOf(stage, contestant), logs));
        } catch (UnsupportedByContestant unsupported) {
            stage.cases().forEach(one -> leaveOut(one, contestant, unsupported.what()));
        }
    }

    /** By a run of the same count; false where the contestant does not have the case. */
    private boolean isWarmed(DocumentsCase one, RunningContestant running) throws IOException, InterruptedException {
        try {
            DocumentsRun warming = new Turn(one, running).run(BEFORE_THE_ROUNDS);
            say("warm-up", warming);
            return true;
        } catch (UnsupportedByContestant unsupported) {
            leaveOut(one, running.contestant(), unsupported.what());
            return false;
        }
    }

    private record Turn(DocumentsCase of, RunningContestant running) {
        DocumentsRun run(int round) throws IOException, InterruptedException {
            RunningContestant.Measured measured = running.measure(of.command());
            DriverAnswer answer = supported(measured.answer());
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

    private void idle(Stage stage) throws IOException, InterruptedException {
        List<Contestant> contestants = new ArrayList<>(stage.contestants());
        for (DocumentsCase one : stage.cases()) {
            for (int round = 1; round <= scale.idleRounds(); round++) {
                Collections.shuffle(contestants, random);
                for (Contestant contestant : contestants) idle(stage, one, contestant, round);
            }
        }
    }

    private void idle(Stage stage, DocumentsCase one, Contestant contestant, int round)
            throws IOException, InterruptedException {
        Path data = dataOf(stage, contestant).resolve(one.name() + "-" + round);
        try (var running = RunningContestant.start(stage, contestant, drivers, data, logs)) {
            double plain = running.ask("plain count=" + scale.idleCount()).number("heapBytes");
            running.ask("open");
            DriverAnswer answer = supported(running.ask(one.command()));
            double count = answer.number("count");
            // A durable document's key and state are on disk while it is idle; one in memory has to hold them.
            double beside = one.command().contains("kind=memory") ? plain : 0;
            double bytes = (answer.number("heapBytes") - beside) / count;
            recorded(new DocumentsRun(
                    round,
                    one,
                    contestant,
                    (long) count,
                    answer.number("seconds"),
                    answer.number("cpuSeconds"),
                    bytes,
                    (long) answer.number("failures"),
                    0));
        } catch (UnsupportedByContestant unsupported) {
            leaveOut(one, contestant, unsupported.what());
        }
    }

    private void open(Stage stage) throws IOException, InterruptedException {
        List<Contestant> filled = new ArrayList<>();
        for (Contestant contestant : stage.contestants()) {
            if (isFilled(stage, contestant)) filled.add(contestant);
        }
        for (int round = 1; round <= scale.rounds(); round++) {
            Collections.shuffle(filled, random);
            for (Contestant contestant : filled) open(stage, stage.cases().getFirst(), contestant, round);
        }
    }

    private boolean isFilled(Stage stage, Contestant contestant) throws IOException, InterruptedException {
        progress.say("filling " + contestant.label() + " with " + scale.openCount());
        try (var running = RunningContestant.open(stage, contestant, drivers, dataOf(stage, contestant), logs)) {
            DriverAnswer answer = supported(running.ask("fill count=" + scale.openCount()));
            if (answer.number("failures") > 0) throw new IOException("not filled: " + answer.line());
            running.finish();
            return true;
        } catch (UnsupportedByContestant unsupported) {
            leaveOut(stage.cases().getFirst(), contestant, unsupported.what());
            return false;
        }
    }

    private void open(Stage stage, DocumentsCase one, Contestant contestant, int round)
            throws IOException, InterruptedException {
        try (var running = RunningContestant.start(stage, contestant, drivers, dataOf(stage, contestant), logs)) {
            DriverAnswer answer = running.ask(one.command());
            double seconds = answer.number("seconds");
            double cpu = answer.number("cpuSeconds");
            recorded(new DocumentsRun(round, one, contestant, scale.openCount(), seconds, cpu, seconds, 0, 0));
            running.finish();
        }
    }

    private Path dataOf(Stage stage, Contestant contestant) throws IOException {
        return Files.createDirectories(scratch.resolve(stage.name()).resolve(contestant.slug()));
    }

    private void leaveOut(DocumentsCase one, Contestant contestant, String why) {
        progress.say(contestant.label() + " is left out of " + one.label() + ": " + why);
        findings.leaveOut(new NotMeasured(one, contestant, why));
    }

    private static DriverAnswer supported(DriverAnswer answer) throws UnsupportedByContestant {
        if (answer.unsupported().isPresent())
            throw new UnsupportedByContestant(answer.unsupported().get());
        return answer;
    }

    private void recorded(DocumentsRun run) {
        findings.record(run);
        say("round " + run.round() + " of " + scale.rounds(), run);
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
                run.isFaultless() ? "" : ", " + run.failures() + " failed, " + run.missing() + " missing"));
    }
}
