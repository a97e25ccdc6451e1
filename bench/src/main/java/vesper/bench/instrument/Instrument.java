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
import vesper.bench.FailureMessages;
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
    private final FirstResponses answers = new FirstResponses();

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
    public void run(ExperimentRecords records) {
        run(records, RunObserver.NONE);
    }

    public void run(ExperimentRecords records, RunObserver observer) {
        progress.expect(steps(records));
        try {
            for (int number = 1; number <= pace.starts(); number++) {
                try (var start = new Start(number, records, observer)) {
                    start.servers();
                    start.record();
                }
            }
        } catch (InterruptedException _) {
            records.abort("interrupted");
        } catch (IOException failure) {
            records.abort(FailureMessages.messageOf(failure));
        } catch (RuntimeException fault) {
            // The measurements so far may have taken an hour.
            records.abort(FaultLog.write(fault, logs));
        } finally {
            answers.remarks().forEach(records::remark);
            progress.end();
        }
    }

    private int steps(ExperimentRecords records) {
        int ofStart = distinctWarmUps(records).size() * stepsOfWarming();
        for (Arm arm : records.arms()) {
            ofStart += switch (arm.schedule()) {
                case Schedule.Rounds() -> pace.rounds();
                case Schedule.CountedRounds _ -> pace.rounds() + 1;
                case Schedule.Sustained(var length) -> stepsOf(length);
            };
        }
        return pace.starts() * ofStart;
    }

    /** Returns the arms to warm, without those that the warm-up of an earlier one covers. */
    private static List<Arm> distinctWarmUps(ExperimentRecords records) {
        List<Arm> apart = new ArrayList<>();
        for (Arm arm : records.arms()) if (apart.stream().noneMatch(arm::isWarmedLike)) apart.add(arm);
        return apart;
    }

    /** Returns an upper bound, since the time until an arm is stable is unknown. */
    private int stepsOfWarming() {
        return stepsOf(pace.window().multipliedBy(pace.maxWindows()));
    }

    /** Returns the number of runs that take as long. */
    private int stepsOf(Duration length) {
        return (int) Math.max(1, length.dividedBy(pace.run()));
    }

    /** One start of all servers, with the rounds that follow. */
    private final class Start implements Closeable {
        private final int number;
        private final ExperimentRecords records;
        private final RunObserver observer;
        private final RunOrder order = new RunOrder(random);
        private final Map<ServerSpec, RunningServer> running = new LinkedHashMap<>();

        Start(int number, ExperimentRecords records, RunObserver observer) {
            this.number = number;
            this.records = records;
            this.observer = observer;
        }

        void servers() throws IOException, InterruptedException {
            for (Arm arm : records.arms()) {
                ServerSpec subject = arm.subject();
                boolean isLeftOut = !records.arms().contains(arm);
                if (isLeftOut || running.containsKey(subject)) continue;
                progress.log("starting " + subject.label());
                ScratchFolder data = ScratchFolder.at(scratch.resolve(subject.name() + "-" + number));
                try {
                    Path log = logs.resolve(subject.name() + "-" + number + ".log");
                    running.put(subject, RunningServer.start(subject, data, log, scratch));
                } catch (ServerNotReadyException failure) {
                    progress.log("skipping " + subject.name() + ": it " + failure.reason());
                    records.remove(subject, failure.reason());
                }
            }
        }

        void record() throws IOException, InterruptedException {
            warm();
            for (int round = 1; round <= pace.rounds(); round++) record(Schedule.Rounds.class, round);
            for (int round = 0; round <= pace.rounds(); round++) record(Schedule.CountedRounds.class, round);
            record(Schedule.Sustained.class, 1);
        }

        private void warm() throws IOException, InterruptedException {
            sampleResponses();
            Set<ServerSpec> driven = new HashSet<>();
            for (Arm arm : order.nextBlock(distinctWarmUps(records))) {
                records.addWarmUp(warm(arm, pace.rule(arm.subject(), driven.add(arm.subject()))));
            }
            sampleResponses();
            for (Arm arm : order.nextBlock(records.arms())) {
                Optional<LoadSpec> rehearsal = arm.load().rehearsalLoad();
                if (rehearsal.isPresent()) server(arm).rehearse(engine, rehearsal.get(), pace.run());
            }
        }

        private void sampleResponses() throws IOException, InterruptedException {
            for (Arm arm : records.arms()) answers.sample(arm, server(arm));
        }

        private WarmUpResult warm(Arm arm, StabilityRule rule) throws IOException, InterruptedException {
            progress.log("warming " + arm.name());
            progress.setCurrent(arm.name() + " (warm-up)");
            RunningServer server = server(arm);
            List<Window> windows = new ArrayList<>();
            Optional<String> objection = Optional.of("it was not driven yet");
            server.resetCount();
            while (objection.isPresent() && windows.size() < pace.maxWindows()) {
                windows.add(server.runWindow(engine, arm, pace.window()));
                // Call the observer early: classes that the server loads only for it may invalidate code compiled
                // before.
                if (windows.size() == 1) notifyObserver(arm, server);
                objection = rule.objection(
                        windows.stream().map(Start::withoutUnknownCounters).toList());
            }
            notifyObserver(arm, server);
            var warmUp = new WarmUpResult(number, arm.name(), windows, objection);
            progress.step(
                    stepsOfWarming(),
                    arm.name() + (warmUp.isStable() ? " is " : " is not stable: ") + warmUp.verdict() + ", after "
                            + windows.size() + " windows");
            return warmUp;
        }

        private void notifyObserver(Arm arm, RunningServer server) throws IOException, InterruptedException {
            server.awaitIdle();
            observer.after(arm, server, server.requestCount());
            server.resetCount();
        }

        /**
         * Treats JVM counters that cannot be read as zero, so that they raise no objection. The recorded windows keep
         * the NaN, and reports mention it.
         */
        private static Window withoutUnknownCounters(Window window) {
            return new Window(
                    window.rate(),
                    window.cost(),
                    Double.isNaN(window.compiling()) ? 0 : window.compiling(),
                    Double.isNaN(window.collecting()) ? 0 : window.collecting(),
                    window.pending());
        }

        /** Records a run of each arm with this occasion. Runs of round 0 are not kept. */
        private void record(Class<? extends Schedule> schedule, int round) throws IOException, InterruptedException {
            List<Arm> arms = records.arms().stream()
                    .filter(arm -> schedule.isInstance(arm.schedule()))
                    .toList();
            for (Arm arm : order.nextBlock(arms)) {
                progress.setCurrent(arm.name());
                RunningServer server = server(arm);
                server.resetCount();
                observer.before(arm, server);
                Observation observation = server.observe(engine, answers.withChecks(arm), pace.run());
                observer.after(arm, server, server.requestCount());
                if (round > 0) records.record(new RecordedRun(number, round, arm.name(), observation));
                reportRun(arm, round, observation);
            }
        }

        private RunningServer server(Arm arm) throws IOException {
            RunningServer server = running.get(arm.subject());
            if (server == null) throw new IOException(arm.subject().name() + " is not running");
            return server;
        }

        private void reportRun(Arm arm, int round, Observation observation) {
            int steps = arm.schedule() instanceof Schedule.Sustained(var length) ? stepsOf(length) : 1;
            progress.setLastFigures(String.format(
                    Locale.ROOT,
                    "%s %,.0f requests/s, %.2f µs CPU",
                    arm.name(),
                    observation.load().requestsPerSecond(),
                    observation.cpuMicrosPerRequest()));
            String label = round == 0 ? "warm-up" : "round " + round + " of " + pace.rounds();
            progress.step(
                    steps,
                    String.format(
                            Locale.ROOT,
                            "start %d of %d, %s: %s %,.0f requests/s, %.2f µs CPU per request, %s%d errors",
                            number,
                            pace.starts(),
                            arm.schedule() instanceof Schedule.Sustained ? "sustained" : label,
                            arm.name(),
                            observation.load().requestsPerSecond(),
                            observation.cpuMicrosPerRequest(),
                            observation.drained().map(Instrument::drained).orElse(""),
                            observation.load().errorCount()));
        }

        @Override
        public void close() {
            RunningServer.endAll(running.values()).forEach(progress::log);
        }
    }

    private static String drained(DrainResult after) {
        return String.format(
                Locale.ROOT, "idle after %.1f s, ", after.duration().toMillis() / 1000.0);
    }
}
