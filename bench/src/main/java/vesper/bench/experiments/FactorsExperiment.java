package vesper.bench.experiments;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import vesper.bench.BarVerdict;
import vesper.bench.design.Design;
import vesper.bench.design.Factor;
import vesper.bench.design.Level;
import vesper.bench.design.Variant;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.report.Chart;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.Metric;
import vesper.bench.results.Outcome;

/**
 * The command {@code bench factors}: measures the effect of settings, flags, switches, clients and revisions that the
 * user chooses.
 */
public final class FactorsExperiment implements Experiment {
    private static final int MAX_ARMS = 64;

    private final FactorsOptions options;

    private FactorsExperiment(FactorsOptions options) {
        this.options = options;
    }

    /**
     * Runs the experiment on the calling thread.
     *
     * @return an {@link vesper.bench.ExitCode}
     */
    public static int run(FactorsOptions options, PrintStream out, PrintStream err) {
        return ExperimentRunner.run(new FactorsExperiment(options), options.common(), out, err);
    }

    @Override
    public String name() {
        return "factors";
    }

    @Override
    public String title() {
        return "Effect of "
                + String.join(
                        " and ",
                        options.factors().stream().map(FactorNames::nameOf).toList());
    }

    @Override
    public Pace pace(boolean quick) {
        Pace pace = quick ? Pace.QUICK : Pace.FULL;
        return options.running().isPresent() ? pace.withStarts(1).withRounds(pace.starts() * pace.rounds()) : pace;
    }

    @Override
    public LoadEngine engine(String searchPath, Path scratch) {
        return new LoadGenerator();
    }

    @Override
    public ExperimentPlan prepare(ServerSpecs serverSpecs) throws IOException, InterruptedException {
        // In a list, the values of all factors belong together by position.
        var names = new FactorNames(serverSpecs, options.form() == FactorsOptions.Form.LIST);
        List<Factor<FactorsSetup>> factors = new ArrayList<>();
        for (String text : options.factors()) names.parse(text).ifPresent(factors::add);
        Optional<ServerSpec> vesper = options.running().isPresent()
                ? Optional.of(ServerSpecs.existing(options.running().get()))
                : serverSpecs.vesper();
        boolean isLacking = factors.size() < options.factors().size();
        if (vesper.isEmpty() || isLacking) {
            return new ExperimentPlan(List.of(), List.of(), serverSpecs.unavailable(), List.of());
        }
        var base = new FactorsSetup(
                vesper.get(), LoadSpec.get(options.path(), options.connections()), FactorsSetup.RequestSetup.PLAIN);
        List<Variant<FactorsSetup>> variants = variants(base, factors);
        if (variants.size() > MAX_ARMS) {
            throw new IllegalArgumentException(variants.size() + " arms exceed the limit of " + MAX_ARMS);
        }
        List<Arm> arms = arms(variants);
        List<Pair> compared = new ArrayList<>(ArmPairs.withFirst(arms));
        compared.addAll(effects(arms, factors));
        String remark = options.path() + ". The base is " + arms.getFirst().name() + ".";
        if (serverSpecs.isQuick())
            return ExperimentPlan.ofOneKind(arms, compared, List.of(), serverSpecs.unavailable(), List.of(remark));

        List<Arm> withRepeat = new ArrayList<>(arms);
        withRepeat.add(ArmPairs.repeat(arms.getFirst()));
        List<Pair> same =
                List.of(new Pair(withRepeat.getLast().name(), arms.getFirst().name()));
        return ExperimentPlan.ofOneKind(withRepeat, compared, same, serverSpecs.unavailable(), List.of(remark));
    }

    private List<Variant<FactorsSetup>> variants(FactorsSetup base, List<Factor<FactorsSetup>> factors) {
        return switch (options.form()) {
            // In a sweep, all factors but one have a single value, so the full design varies that one.
            case FULL, SWEEP -> Design.full(base, factors);
            case STAR -> Design.star(base, factors);
            case LIST -> Design.rows(base, factors);
        };
    }

    /** Returns the arms. Those that start their server in the same way share a process. */
    static List<Arm> arms(List<Variant<FactorsSetup>> variants) {
        Map<ServerSpec, ServerSpec> named = new HashMap<>();
        List<Arm> arms = new ArrayList<>();
        for (Variant<FactorsSetup> variant : variants) {
            ServerSpec subject = named.computeIfAbsent(
                    variant.setup().subject(), plain -> plain.named(nameAmong(named.values(), plain.name())));
            arms.add(new Arm(
                    nameOf(variant), variant.levels(), subject, variant.setup().drive()));
        }
        return arms;
    }

    private static String nameAmong(Collection<ServerSpec> taken, String plain) {
        Set<String> names = taken.stream().map(ServerSpec::name).collect(Collectors.toSet());
        String name = plain;
        for (int number = 2; names.contains(name); number++) name = plain + "-" + number;
        return name;
    }

    /** Returns the name without characters that a gate cannot contain. */
    private static String nameOf(Variant<FactorsSetup> variant) {
        return variant.name().replaceAll("[()/]", "-");
    }

    /**
     * Returns the average effect of each factor and their interaction, if there are two factors with two values each.
     */
    List<Pair> effects(List<Arm> arms, List<Factor<FactorsSetup>> factors) {
        boolean isTwoByTwo = options.form() == FactorsOptions.Form.FULL
                && factors.size() == 2
                && factors.stream().allMatch(factor -> factor.choices().size() == 2);
        if (!isTwoByTwo) return List.of();
        // In the full design, the last factor varies fastest.
        return new TwoByTwo(arms.get(0), arms.get(2), arms.get(1), arms.get(3)).effects();
    }

    @Override
    public List<BarVerdict> bars(ExperimentRecords records) {
        return List.of();
    }

    /** Returns charts if a single factor has several values and these are numbers. */
    @Override
    public List<Chart> charts(Outcome outcome) {
        List<String> varied = options.factors().stream()
                .filter(factor -> factor.contains(","))
                .toList();
        if (varied.size() != 1 || !varied.getFirst().matches("[^=]+=\\d+(,\\d+)*")) return List.of();
        String factor = FactorNames.nameOf(varied.getFirst());
        return List.of(
                line(outcome, factor, Metric.RATE, "Requests per second"),
                line(outcome, factor, Metric.CPU, "Server CPU per request"));
    }

    private static Chart line(Outcome outcome, String factor, Metric metric, String title) {
        return new FactorChart(factor, metric, title)
                .of(outcome, arm -> ArmPairs.isRepeat(arm) ? Optional.empty() : Optional.of(serverOf(arm)));
    }

    private static String serverOf(Arm arm) {
        return arm.levels().stream()
                .filter(level -> level.factor().equals(FactorNames.SERVER))
                .map(Level::value)
                .findFirst()
                .orElse(ServerSpecs.VESPER);
    }
}
