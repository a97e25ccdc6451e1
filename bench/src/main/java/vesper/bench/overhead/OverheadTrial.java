package vesper.bench.overhead;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import vesper.bench.Progress;
import vesper.bench.Warmth;
import vesper.bench.load.LoadEngine;
import vesper.bench.process.JvmReading;
import vesper.bench.statistics.Steadiness;

/**
 * Starts the four servers, warms each, records the rounds and the sustained runs, and ends every process it started,
 * whatever happens. A failure or an interrupt breaks it off, with what there is kept.
 */
final class OverheadTrial {
    private static final Duration REST = Duration.ofMillis(20);

    private final OverheadOptions options;
    private final OverheadScale scale;
    private final LoadEngine own;
    private final Optional<LoadEngine> ab;
    private final Progress progress;
    private final Path scratch;

    /**
     * @param ab where it is installed
     * @param scratch an empty folder for what servers keep, among others
     */
    OverheadTrial(OverheadOptions options, LoadEngine own, Optional<LoadEngine> ab, Progress progress, Path scratch) {
        this.options = options;
        this.scale = options.scale();
        this.own = own;
        this.ab = ab;
        this.progress = progress;
        this.scratch = scratch;
    }

    /**
     * @param logs takes what servers say
     * @param random draws the order of turns
     */
    void run(Path logs, Random random, OverheadFindings findings) {
        Deque<RunningCase> running = new ArrayDeque<>();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
        try {
            for (RecordingCase recording : RecordingCase.values()) {
                progress.say("starting the server with " + recording.label());
                Path folder = Files.createDirectories(scratch.resolve(recording.slug()));
                running.addLast(
                        RunningCase.start(recording, options, client, folder, logs.resolve(recording.slug() + ".log")));
            }
            for (RunningCase one : running) warm(one, findings);
            List<RunningCase> all = new ArrayList<>(running);
            progress.expect(all.size() * (scale.rounds() * secondsOfRounds() + secondsOf(scale.sustained())));
            for (int round = 1; round <= scale.rounds(); round++) recordRound(round, all, random, findings);
            Collections.shuffle(all, random);
            for (RunningCase one : all) sustain(one, findings);
        } catch (InterruptedException _) {
            findings.breakOff("interrupted");
        } catch (IOException failure) {
            findings.breakOff(failure.getMessage() == null ? failure.toString() : failure.getMessage());
        } finally {
            progress.end();
            while (!running.isEmpty()) running.removeLast().close();
            client.shutdownNow();
        }
    }

    private int secondsOfRounds() {
        return secondsOf(scale.run()) * (ab.isPresent() ? 2 : 1);
    }

    private static int secondsOf(Duration run) {
        return (int) Math.max(1, run.toSeconds());
    }

    private void warm(RunningCase running, OverheadFindings findings) throws IOException, InterruptedException {
        progress.say("warming " + running.recording().label());
        var steadiness = new Steadiness(scale.tolerance());
        List<Double> rates = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        Instant since = Instant.now();
        long answered = 0;
        boolean steady = false;
        while (!steady && rates.size() < scale.mostWindows()) {
            RunningCase.Window window = running.drive(own, scale.window());
            answered += window.load().requests();
            // It speaks HTTP/1.0, whose paths are to be warm as well.
            if (ab.isPresent()) answered += ab.get().run(running.counted()).requests();
            rates.add(window.load().requestsPerSecond());
            costs.add(window.microsPerRequest());
            steady = rates.size() >= scale.fewestWindows()
                    && steadiness.isReachedBy(rates)
                    && steadiness.isReachedBy(costs);
        }
        running.awaitIdle();
        findings.warmed(running.recording(), new Warmth(steady, rates.size()), running.census(answered, since));
        progress.say(running.recording().label() + (steady ? " is stable" : " is not stable") + " after " + rates.size()
                + " windows");
    }

    /**
     * Every case has its turn under one engine, then under the other, in an order drawn anew: what the machine does
     * favours none, and what is compared is close in time.
     */
    private void recordRound(int round, List<RunningCase> running, Random random, OverheadFindings findings)
            throws IOException, InterruptedException {
        for (Phase phase : ab.isPresent() ? List.of(Phase.OWN, Phase.AB) : List.of(Phase.OWN)) {
            List<RunningCase> turns = new ArrayList<>(running);
            Collections.shuffle(turns, random);
            for (RunningCase turn : turns) recorded(run(turn, phase, round), findings);
        }
    }

    private OverheadRun run(RunningCase running, Phase phase, int round) throws IOException, InterruptedException {
        // The run before may have been on the same server, and what it left in flight is not of this one.
        Thread.sleep(REST);
        return phase == Phase.AB && ab.isPresent()
                ? running.measure(Phase.AB, round, ab.get(), running.counted())
                : running.measure(Phase.OWN, round, own, running.lasting(scale.run()));
    }

    private void sustain(RunningCase running, OverheadFindings findings) throws IOException, InterruptedException {
        Thread.sleep(REST);
        Optional<JvmReading> before = reading(running, findings);
        recorded(running.measure(Phase.SUSTAINED, 1, own, running.lasting(scale.sustained())), findings);
        Optional<JvmReading> after = before.isEmpty() ? before : reading(running, findings);
        after.ifPresent(later -> findings.heap(running.recording(), HeapUse.between(before.get(), later)));
        findings.disk(running.recording(), running.diskUse());
    }

    /** The experiment is worth something without it. */
    private Optional<JvmReading> reading(RunningCase running, OverheadFindings findings) throws InterruptedException {
        try {
            return Optional.of(running.jvm(scratch));
        } catch (IOException failure) {
            findings.heapUnknown(failure.toString());
            return Optional.empty();
        }
    }

    private void recorded(OverheadRun run, OverheadFindings findings) {
        findings.record(run);
        progress.step(
                run.phase() == Phase.SUSTAINED ? secondsOf(scale.sustained()) : secondsOf(scale.run()),
                String.format(
                        Locale.ROOT,
                        "%s, %s: %,.0f requests/s, %.2f µs CPU per request, %.2f until drained after %.1f s, %d missing, %d errors",
                        run.phase() == Phase.SUSTAINED
                                ? "sustained"
                                : run.phase().label() + " " + run.round() + " of " + scale.rounds(),
                        run.recording().label(),
                        run.requestsPerSecond(),
                        run.loadedMicrosPerRequest(),
                        run.drainedMicrosPerRequest(),
                        run.drainSeconds(),
                        run.census().missing(),
                        run.load().errorCount()));
    }
}
