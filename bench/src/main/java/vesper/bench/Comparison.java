package vesper.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import vesper.bench.load.LoadEngine;
import vesper.bench.process.ServerNotReadyException;

/**
 * Starts the arms, warms each, records the rounds, and ends every process it started, whatever happens. One that does
 * not get ready is left out; one that dies later, or an interrupt, breaks the comparison off, with what there is kept.
 */
final class Comparison {
    private final Scale scale;
    private final Workload workload;
    private final LoadEngine engine;
    private final Progress progress;
    private final Path logs;

    Comparison(Scale scale, Workload workload, LoadEngine engine, Progress progress, Path logs) {
        this.scale = scale;
        this.workload = workload;
        this.engine = engine;
        this.progress = progress;
        this.logs = logs;
    }

    /** @param random draws the order of turns */
    void run(List<Arm> arms, Random random, Findings findings) {
        Deque<RunningArm> running = new ArrayDeque<>();
        try {
            for (Arm arm : arms) start(arm, running, findings);
            for (RunningArm arm : running) warm(arm, findings);
            new Rounds(scale, workload, engine, random)
                    .record(new ArrayList<>(running), run -> recorded(run, findings));
        } catch (InterruptedException _) {
            findings.breakOff("interrupted");
        } catch (IOException failure) {
            findings.breakOff(failure.toString());
        } finally {
            while (!running.isEmpty()) running.removeLast().close();
        }
    }

    private void start(Arm arm, Deque<RunningArm> running, Findings findings) throws IOException, InterruptedException {
        progress.say("starting " + arm.label());
        try {
            RunningArm started = RunningArm.start(arm, workload, logs.resolve(arm.name() + ".log"));
            running.addLast(started);
            findings.started(arm, started.server().startTook().map(Duration::toMillis));
        } catch (ServerNotReadyException failure) {
            progress.say(arm.name() + " is left out: it " + failure.why());
            findings.leaveOut(new LeftOut(arm.name(), failure.why(), true));
        }
    }

    private void warm(RunningArm running, Findings findings) throws IOException, InterruptedException {
        progress.say("warming " + running.arm().name());
        Warmth warmth = new Warmup(scale, engine).warm(running);
        findings.warmed(running.arm(), warmth);
        String verdict = warmth.stable() ? " is stable after " : " is not stable after ";
        progress.say(running.arm().name() + verdict + warmth.windows() + " windows");
    }

    private void recorded(RecordedRun run, Findings findings) {
        findings.record(run);
        progress.say(String.format(
                Locale.ROOT,
                "round %d of %d: %s%s %,.0f requests/s, %.2f µs CPU per request, %d errors",
                run.round(),
                scale.rounds(),
                run.arm(),
                run.pipelining() > 1 ? " pipelined" : "",
                run.load().requestsPerSecond(),
                run.cpuMicrosPerRequest(),
                run.load().errorCount()));
    }
}
