package vesper.bench.instrument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import vesper.bench.Progress;
import vesper.bench.load.LoadEngine;
import vesper.bench.process.JvmCounters;
import vesper.bench.process.ServerNotReadyException;
import vesper.bench.statistics.StabilityRule;
import vesper.bench.statistics.StabilityRule.Window;

/**
 * Starts the servers of all arms, drives each arm until it is warm, records the rounds, ends every process that it started,
 * and does so again as often as the pace says: runs of one start differ less than starts do. All servers are up while one
 * is driven, since an idle server costs next to nothing and what is compared is close in time.
 *
 * <p>A server that does not get ready is left out with its arms; one that dies later, or an interrupt, breaks the experiment
 * off, with what there is kept.
 */
public final class Instrument {
    private final Pace pace;
    private final LoadEngine engine;
    private final Random random;
    private final Progress progress;
    private final Path logs;
    private final Path scratch;

    /**
     * @param random draws the order of turns
     * @param logs takes what servers say
     * @param scratch an empty folder, for what servers keep among others
     */
    public Instrument(Pace pace, LoadEngine engine, Random random, Progress progress, Path logs, Path scratch) {
        this.pace = pace;
        this.engine = engine;
        this.random = random;
        this.progress = progress;
        this.logs = logs;
        this.scratch = scratch;
    }

    /** Records all arms that are planned. */
    public void run(Records records) {
        progress.expect(pace.starts()
                * (warmings(records) + pace.rounds() * records.arms().size()));
        try {
            for (int start = 1; start <= pace.starts(); start++) {
                Map<Subject, RunningSubject> running = new LinkedHashMap<>();
                try {
                    start(start, running, records);
                    record(start, running, records);
                } finally {
                    running.values().forEach(RunningSubject::close);
                }
            }
        } catch (InterruptedException _) {
            records.breakOff("interrupted");
        } catch (IOException failure) {
            records.breakOff(failure.getMessage() == null ? failure.toString() : failure.getMessage());
        } finally {
            progress.end();
        }
    }

    private static int warmings(Records records) {
        List<Arm> warm = new ArrayList<>();
        for (Arm arm : records.arms()) if (warm.stream().noneMatch(arm::isWarmedLike)) warm.add(arm);
        return warm.size();
    }

    private void start(int start, Map<Subject, RunningSubject> running, Records records)
            throws IOException, InterruptedException {
        for (Arm arm : records.arms()) {
            Subject subject = arm.subject();
            boolean isLeftOut = !records.arms().contains(arm);
            if (isLeftOut || running.containsKey(subject)) continue;
            progress.say("starting " + subject.label());
            Path data = Files.createDirectories(scratch.resolve(subject.name() + "-" + start));
            try {
                Path log = logs.resolve(subject.name() + "-" + start + ".log");
                running.put(subject, RunningSubject.start(subject, data, log, scratch));
            } catch (ServerNotReadyException failure) {
                progress.say(subject.name() + " is left out: it " + failure.why());
                records.leaveOut(subject, failure.why());
            }
        }
    }

    private void record(int start, Map<Subject, RunningSubject> running, Records records)
            throws IOException, InterruptedException {
        var turns = new Turns(random);
        Set<Subject> driven = new HashSet<>();
        List<Arm> warm = new ArrayList<>();
        for (Arm arm : turns.block(records.arms())) {
            // Arms that are warmed alike are warmed once.
            if (warm.stream().anyMatch(arm::isWarmedLike)) continue;
            warm.add(arm);
            StabilityRule rule = pace.rule(arm.subject(), driven.add(arm.subject()));
            records.warmed(warm(start, arm, running(running, arm), rule));
        }
        for (int round = 1; round <= pace.rounds(); round++) {
            for (Arm arm : turns.block(records.arms())) {
                progress.running(arm.name());
                Observation seen = running(running, arm).observe(engine, arm.drive(), pace.run());
                records.record(new Recorded(start, round, arm.name(), seen));
                tell(start, round, arm, seen);
            }
        }
    }

    private static RunningSubject running(Map<Subject, RunningSubject> running, Arm arm) throws IOException {
        RunningSubject subject = running.get(arm.subject());
        if (subject == null) throw new IOException(arm.subject().name() + " does not run");
        return subject;
    }

    private Warmed warm(int start, Arm arm, RunningSubject running, StabilityRule rule)
            throws IOException, InterruptedException {
        progress.say("warming " + arm.name());
        progress.running(arm.name() + ", to warm it");
        List<Window> windows = new ArrayList<>();
        Optional<String> objection = Optional.of("it was not driven");
        while (objection.isPresent() && windows.size() < pace.mostWindows()) {
            windows.add(window(running.glance(engine, arm.drive().warming(), pace.window())));
            objection = rule.objection(windows);
        }
        String verdict = objection.map(why -> " is not stable: " + why).orElse(" is stable");
        progress.step(arm.name() + verdict + ", after " + windows.size() + " windows");
        return new Warmed(start, arm.name(), windows, objection);
    }

    private static Window window(Observation seen) {
        double micros = seen.load().seconds() * 1_000_000;
        Optional<JvmCounters> jvm = seen.jvm();
        return new Window(
                seen.load().requestsPerSecond(),
                seen.cpuMicrosPerRequest(),
                jvm.map(counters -> counters.compileMicros() / micros).orElse(0.0),
                jvm.map(counters -> counters.pauseMicros() / micros).orElse(0.0),
                0);
    }

    private void tell(int start, int round, Arm arm, Observation seen) {
        progress.last(String.format(
                Locale.ROOT,
                "%s %,.0f requests/s, %.2f µs CPU",
                arm.name(),
                seen.load().requestsPerSecond(),
                seen.cpuMicrosPerRequest()));
        progress.step(String.format(
                Locale.ROOT,
                "start %d of %d, round %d of %d: %s %,.0f requests/s, %.2f µs CPU per request, %d errors",
                start,
                pace.starts(),
                round,
                pace.rounds(),
                arm.name(),
                seen.load().requestsPerSecond(),
                seen.cpuMicrosPerRequest(),
                seen.load().errorCount()));
    }
}
