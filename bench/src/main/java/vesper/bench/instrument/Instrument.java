package vesper.bench.instrument;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import vesper.bench.FailureText;
import vesper.bench.FaultLog;
import vesper.bench.Progress;
import vesper.bench.ScratchFolder;
import vesper.bench.load.LoadEngine;
import vesper.bench.process.ServerNotReadyException;
import vesper.bench.statistics.StabilityRule;
import vesper.bench.statistics.StabilityRule.Window;

/**
 * Runs an experiment. It starts the servers of all arms, warms each arm, records the rounds, and ends all processes
 * that it started. It repeats this as often as the pace says, since runs of one start differ less than starts do. All
 * servers stay up while one is driven: an idle server costs almost nothing, and the compared runs are close in time.
 * After each run it waits until a server that reports its backlog is idle, so that the next one has the machine to
 * itself.
 *
 * <p>A server that does not become ready is left out with its arms. If one dies later or does not become idle, or after
 * an interrupt or a bug of the bench, the experiment ends early and keeps the records so far.
 */
public final class Instrument {
    private final Pace pace;
    private final LoadEngine engine;
    private final Random random;
    private final Progress progress;
    private final Path logs;
    private final Path scratch;
    private final FirstAnswers answers = new FirstAnswers();

    /**
     * @param random draws the order of the arms
     * @param logs folder for the output of servers
     * @param scratch an empty folder, for data of servers among others
     */
    public Instrument(Pace pace, LoadEngine engine, Random random, Progress progress, Path logs, Path scratch) {
        this.pace = pace;
        this.engine = engine;
        this.random = random;
        this.progress = progress;
        this.logs = logs;
        this.scratch = scratch;
    }

    /** Records all planned arms. */
    public void run(Records records) {
        run(records, Onlooker.NONE);
    }

    public void run(Records records, Onlooker onlooker) {
        progress.expect(steps(records));
        try {
            for (int number = 1; number <= pace.starts(); number++) {
                try (var start = new Start(number, records, onlooker)) {
                    start.servers();
                    start.record();
                }
            }
        } catch (InterruptedException _) {
            records.breakOff("interrupted");
        } catch (IOException failure) {
            records.breakOff(FailureText.of(failure));
        } catch (RuntimeException fault) {
            // The measurements so far may have taken an hour.
            records.breakOff(FaultLog.write(fault, logs));
        } finally {
            answers.remarks().forEach(records::remark);
            progress.end();
        }
    }

    private int steps(Records records) {
        int ofStart = warmedApart(records).size() * stepsOfWarming();
        for (Arm arm : records.arms()) {
            ofStart += switch (arm.occasion()) {
                case Occasion.Rounds() -> pace.rounds();
                case Occasion.CountedRounds _ -> pace.rounds() + 1;
                case Occasion.Sustained(var length) -> stepsOf(length);
            };
        }
        return pace.starts() * ofStart;
    }

    /** Returns the arms to warm, without those that the warm-up of an earlier one covers. */
    private static List<Arm> warmedApart(Records records) {
        List<Arm> apart = new ArrayList<>();
        for (Arm arm : records.arms()) if (apart.stream().noneMatch(arm::isWarmedLike)) apart.add(arm);
        return apart;
    }

    /** Returns an upper bound, since the time until an arm is stable is unknown. */
    private int stepsOfWarming() {
        return stepsOf(pace.window().multipliedBy(pace.mostWindows()));
    }

    /** Returns the number of runs that take as long. */
    private int stepsOf(Duration length) {
        return (int) Math.max(1, length.dividedBy(pace.run()));
    }

    /** One start of all servers, with the rounds that follow. */
    private final class Start implements Closeable {
        private final int number;
        private final Records records;
        private final Onlooker onlooker;
        private final Turns turns = new Turns(random);
        private final Map<Subject, RunningSubject> running = new LinkedHashMap<>();

        Start(int number, Records records, Onlooker onlooker) {
            this.number = number;
            this.records = records;
            this.onlooker = onlooker;
        }

        void servers() throws IOException, InterruptedException {
            for (Arm arm : records.arms()) {
                Subject subject = arm.subject();
                boolean isLeftOut = !records.arms().contains(arm);
                if (isLeftOut || running.containsKey(subject)) continue;
                progress.say("starting " + subject.label());
                ScratchFolder data = ScratchFolder.at(scratch.resolve(subject.name() + "-" + number));
                try {
                    Path log = logs.resolve(subject.name() + "-" + number + ".log");
                    running.put(subject, RunningSubject.start(subject, data, log, scratch));
                } catch (ServerNotReadyException failure) {
                    progress.say(subject.name() + " is left out: it " + failure.why());
                    records.leaveOut(subject, failure.why());
                }
            }
        }

        void record() throws IOException, InterruptedException {
            warm();
            for (int round = 1; round <= pace.rounds(); round++) record(Occasion.Rounds.class, round);
            for (int round = 0; round <= pace.rounds(); round++) record(Occasion.CountedRounds.class, round);
            record(Occasion.Sustained.class, 1);
        }

        private void warm() throws IOException, InterruptedException {
            lookAtAnswers();
            Set<Subject> driven = new HashSet<>();
            for (Arm arm : turns.block(warmedApart(records))) {
                records.warmed(warm(arm, pace.rule(arm.subject(), driven.add(arm.subject()))));
            }
            lookAtAnswers();
            for (Arm arm : turns.block(records.arms())) {
                Optional<Drive> rehearsal = arm.drive().rehearsal();
                if (rehearsal.isPresent()) server(arm).rehearse(engine, rehearsal.get(), pace.run());
            }
        }

        private void lookAtAnswers() throws IOException, InterruptedException {
            for (Arm arm : records.arms()) answers.look(arm, server(arm));
        }

        private Warmed warm(Arm arm, StabilityRule rule) throws IOException, InterruptedException {
            progress.say("warming " + arm.name());
            progress.running(arm.name() + ", to warm it");
            RunningSubject server = server(arm);
            List<Window> windows = new ArrayList<>();
            Optional<String> objection = Optional.of("it was not driven");
            server.countAnew();
            while (objection.isPresent() && windows.size() < pace.mostWindows()) {
                windows.add(server.glance(engine, arm, pace.window()));
                // Call the onlooker early: classes that the server loads only for it may invalidate code compiled
                // before.
                if (windows.size() == 1) lookOn(arm, server);
                objection = rule.objection(windows.stream().map(Start::asSeen).toList());
            }
            lookOn(arm, server);
            var warmed = new Warmed(number, arm.name(), windows, objection);
            progress.step(
                    stepsOfWarming(),
                    arm.name() + (warmed.isStable() ? " is " : " is not stable: ") + warmed.verdict() + ", after "
                            + windows.size() + " windows");
            return warmed;
        }

        private void lookOn(Arm arm, RunningSubject server) throws IOException, InterruptedException {
            server.awaitIdle();
            onlooker.after(arm, server, server.asked());
            server.countAnew();
        }

        /**
         * Treats JVM counters that cannot be read as zero, so that they raise no objection. The recorded windows keep
         * the NaN, and reports mention it.
         */
        private static Window asSeen(Window window) {
            return new Window(
                    window.rate(),
                    window.cost(),
                    Double.isNaN(window.compiling()) ? 0 : window.compiling(),
                    Double.isNaN(window.collecting()) ? 0 : window.collecting(),
                    window.pending());
        }

        /** Records a run of each arm with this occasion. Runs of round 0 are not kept. */
        private void record(Class<? extends Occasion> occasion, int round) throws IOException, InterruptedException {
            List<Arm> arms = records.arms().stream()
                    .filter(arm -> occasion.isInstance(arm.occasion()))
                    .toList();
            for (Arm arm : turns.block(arms)) {
                progress.running(arm.name());
                RunningSubject server = server(arm);
                server.countAnew();
                onlooker.before(arm, server);
                Observation seen = server.observe(engine, answers.applied(arm), pace.run());
                onlooker.after(arm, server, server.asked());
                if (round > 0) records.record(new Recorded(number, round, arm.name(), seen));
                tell(arm, round, seen);
            }
        }

        private RunningSubject server(Arm arm) throws IOException {
            RunningSubject server = running.get(arm.subject());
            if (server == null) throw new IOException(arm.subject().name() + " does not run");
            return server;
        }

        private void tell(Arm arm, int round, Observation seen) {
            int steps = arm.occasion() instanceof Occasion.Sustained(var length) ? stepsOf(length) : 1;
            progress.last(String.format(
                    Locale.ROOT,
                    "%s %,.0f requests/s, %.2f µs CPU",
                    arm.name(),
                    seen.load().requestsPerSecond(),
                    seen.cpuMicrosPerRequest()));
            String turn = round == 0 ? "to warm up" : "round " + round + " of " + pace.rounds();
            progress.step(
                    steps,
                    String.format(
                            Locale.ROOT,
                            "start %d of %d, %s: %s %,.0f requests/s, %.2f µs CPU per request, %s%d errors",
                            number,
                            pace.starts(),
                            arm.occasion() instanceof Occasion.Sustained ? "sustained" : turn,
                            arm.name(),
                            seen.load().requestsPerSecond(),
                            seen.cpuMicrosPerRequest(),
                            seen.drained().map(Instrument::drained).orElse(""),
                            seen.load().errorCount()));
        }

        @Override
        public void close() {
            RunningSubject.endAll(running.values()).forEach(progress::say);
        }
    }

    private static String drained(Drained after) {
        return String.format(Locale.ROOT, "idle after %.1f s, ", after.took().toMillis() / 1000.0);
    }
}
