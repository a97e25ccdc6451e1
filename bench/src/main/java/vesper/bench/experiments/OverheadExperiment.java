package vesper.bench.experiments;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import vesper.bench.BarVerdict;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.RunObserver;
import vesper.bench.instrument.Schedule;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.AbEngine;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.overhead.OverheadBars;
import vesper.bench.overhead.OverheadFindings;
import vesper.bench.overhead.OverheadResults;
import vesper.bench.overhead.OverheadScale;
import vesper.bench.overhead.RecordWatch;
import vesper.bench.overhead.RecordingCase;
import vesper.bench.report.BarChart;
import vesper.bench.report.Chart;
import vesper.bench.results.ArmFigures;
import vesper.bench.results.Contrasts.Group;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.ExtraResults;
import vesper.bench.results.Metric;
import vesper.bench.results.Outcome;

/**
 * The command {@code bench overhead}: measures the cost of Monitor and Tracker by the hello service with both on, with
 * one of them, and with both off.
 */
public final class OverheadExperiment implements Experiment {
    private static final String AB = "ab";

    private final OverheadOptions options;
    private final OverheadScale scale;
    private final OverheadFindings findings = new OverheadFindings();

    private OverheadExperiment(OverheadOptions options) {
        this.options = options;
        this.scale = options.scale();
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @return an {@link vesper.bench.ExitCode}
     */
    public static int run(OverheadOptions options, PrintStream out, PrintStream err) {
        return ExperimentRunner.run(new OverheadExperiment(options), options.common(), out, err);
    }

    @Override
    public String name() {
        return "overhead";
    }

    @Override
    public String title() {
        return "Cost of Monitor and Tracker";
    }

    @Override
    public Pace pace(boolean quick) {
        return scale.pace();
    }

    @Override
    public LoadEngine engine(String searchPath, Path scratch) {
        LoadEngine own = new LoadGenerator();
        if (scale.abRequests() == 0) return own;
        return AbEngine.find(searchPath, scratch)
                .<LoadEngine>map(ab -> new ByCount(own, ab))
                .orElse(own);
    }

    @Override
    public ExperimentPlan prepare(ServerSpecs serverSpecs) {
        Optional<ServerSpec> vesper = serverSpecs.vesper();
        if (vesper.isEmpty()) {
            return new ExperimentPlan(List.of(), List.of(), serverSpecs.unavailable(), List.of());
        }
        List<Arm> cases = Stream.of(RecordingCase.values())
                .map(each -> arm(vesper.get(), each))
                .toList();
        List<Arm> arms = new ArrayList<>(cases);
        if (!options.common().quick()) {
            Arm off = arm(vesper.get(), RecordingCase.BOTH_OFF);
            arms.add(off.named(RecordingCase.OFF_AGAIN).on(called(off.subject(), RecordingCase.OFF_AGAIN)));
        }
        if (isByAb(serverSpecs)) {
            var counted = new Schedule.CountedRounds(scale.abRequests());
            for (Arm each : cases)
                arms.add(each.named(each.name() + RecordingCase.BY_AB).at(counted));
        }
        var sustained = new Schedule.Sustained(scale.sustained());
        for (Arm each : cases)
            arms.add(each.named(each.name() + RecordingCase.SUSTAINED).at(sustained));
        String off = RecordingCase.BOTH_OFF.arm();
        return new ExperimentPlan(
                arms,
                List.of(new Group("", compared(vesper.get()), List.of(new Pair(RecordingCase.OFF_AGAIN, off)))),
                serverSpecs.unavailable(),
                List.of(remark()));
    }

    private boolean isByAb(ServerSpecs serverSpecs) {
        if (scale.abRequests() == 0) return false;
        if (!serverSpecs.has(AB)) serverSpecs.addUnavailable(AB, "not installed", false);
        return serverSpecs.has(AB);
    }

    private Arm arm(ServerSpec vesper, RecordingCase recording) {
        // Overload protection is off in all arms: if the machine is busy for a moment, rejections would count as
        // errors.
        ServerSpec plain = ServerSpecs.setting(called(vesper, recording.arm()), "http.overload", "false");
        ServerSpec sized = ServerSpecs.flag(plain, "-Xms" + scale.heap() + " -Xmx" + scale.heap());
        ServerSpec subject =
                ServerSpecs.withTracker(ServerSpecs.withMonitor(sized, recording.monitor()), recording.tracker());
        return new Arm(recording.arm(), recording.levels(), subject, Hello.drive(scale.connections()));
    }

    private static ServerSpec called(ServerSpec subject, String arm) {
        return subject.named(ServerSpecs.VESPER + "-" + arm);
    }

    /** Returns comparisons of each case with both off, the average effect of each feature, and their interaction. */
    private List<Pair> compared(ServerSpec vesper) {
        Arm both = arm(vesper, RecordingCase.BOTH_ON);
        Arm monitor = arm(vesper, RecordingCase.MONITOR_ON);
        Arm tracker = arm(vesper, RecordingCase.TRACKER_ON);
        Arm off = arm(vesper, RecordingCase.BOTH_OFF);
        List<Pair> pairs = new ArrayList<>();
        for (Arm on : List.of(both, monitor, tracker)) pairs.add(new Pair(on.name(), off.name()));
        pairs.addAll(new TwoByTwo(off, monitor, tracker, both).effects());
        return pairs;
    }

    private String remark() {
        return String.format(
                Locale.ROOT,
                "%d connections, GET hello. Each server has -Xms%2$s -Xmx%2$s and rules that keep headers, query and bodies of"
                        + " /api/**; a switched-off part keeps its rule. The bars on requests and CPU are judged by the runs of our"
                        + " own generator in the rounds, those on records by all requests, and those on bytes by the sustained"
                        + " run. The gains of others are the published ones of their makers, measured by ab -k -n 20000 -c 150"
                        + " against a hello service, after queues had drained.",
                scale.connections(),
                scale.heap());
    }

    @Override
    public RunObserver observer() {
        return new RecordWatch(findings);
    }

    @Override
    public List<BarVerdict> bars(ExperimentRecords records) {
        return OverheadBars.judge(records, findings);
    }

    @Override
    public ExtraResults extraResults(ExperimentRecords records) {
        return OverheadResults.of(scale, records, findings);
    }

    @Override
    public List<Chart> charts(Outcome outcome) {
        var chart = new BarChart(
                "Server CPU per request until drained",
                "microseconds, less is better; light: after the load had ended");
        for (ArmFigures arm : outcome.arms()) {
            if (!(arm.arm().schedule() instanceof Schedule.Rounds)) continue;
            double drained = arm.median(Metric.DRAINED);
            chart.add(new BarChart.Bar(
                    arm.arm().name(),
                    drained,
                    Math.min(arm.median(Metric.CPU), drained),
                    arm.spreadOf(Metric.DRAINED).low(),
                    arm.spreadOf(Metric.DRAINED).high(),
                    arm.arm().name().equals(RecordingCase.BOTH_ON.arm())));
        }
        return List.of(chart);
    }
}
