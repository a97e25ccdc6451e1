package vesper.bench.experiments;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import vesper.bench.BarVerdict;
import vesper.bench.design.Design;
import vesper.bench.design.Factor;
import vesper.bench.design.Variant;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Drive;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.Records;
import vesper.bench.instrument.Subject;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.report.Chart;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.Metric;
import vesper.bench.results.Outcome;

/** {@code bench factors}: what settings, flags, switches, clients and revisions of a user's choice do to Vesper. */
public final class FactorsExperiment implements Experiment {
    private static final int MOST_ARMS = 64;

    private final FactorsOptions options;

    private FactorsExperiment(FactorsOptions options) {
        this.options = options;
    }

    /** Makes it on the calling thread. @return an {@link vesper.bench.ExitCode} */
    public static int run(FactorsOptions options, PrintStream out, PrintStream err) {
        return Laboratory.make(new FactorsExperiment(options), options.common(), out, err);
    }

    @Override
    public String name() {
        return "factors";
    }

    @Override
    public String title() {
        return "What "
                + String.join(
                        " and ",
                        options.factors().stream()
                                .map(FactorsExperiment::nameOf)
                                .toList()) + " do";
    }

    private static String nameOf(String factor) {
        return factor.substring(0, Math.max(0, factor.indexOf('=')));
    }

    @Override
    public Pace pace(boolean quick) {
        return quick ? Pace.QUICK : Pace.FULL;
    }

    @Override
    public LoadEngine engine(String searchPath, Path scratch) {
        return new LoadGenerator();
    }

    @Override
    public Prepared prepare(Workshop workshop) throws IOException, InterruptedException {
        var names = new FactorNames(workshop);
        List<Factor<FactorsSetup>> factors = new ArrayList<>();
        for (String text : options.factors()) factors.add(names.parse(text));
        Optional<Subject> vesper = workshop.vesper();
        if (vesper.isEmpty()) {
            return new Prepared(List.of(), List.of(), Optional.empty(), workshop.missing(), List.of());
        }
        var base = new FactorsSetup(vesper.get(), Drive.get(options.path(), options.connections()));
        List<Variant<FactorsSetup>> variants =
                options.form() == FactorsOptions.Form.FULL ? Design.full(base, factors) : Design.star(base, factors);
        if (variants.size() > MOST_ARMS) {
            throw new IllegalArgumentException(variants.size() + " arms are more than " + MOST_ARMS);
        }
        List<Arm> arms = arms(variants);
        List<Pair> compared = new ArrayList<>();
        for (Arm arm : arms.subList(1, arms.size())) {
            compared.add(new Pair(arm.name(), arms.getFirst().name()));
        }
        compared.addAll(effects(arms, factors));
        return new Prepared(
                arms,
                compared,
                Optional.empty(),
                workshop.missing(),
                List.of("GET " + options.path() + ". The base is "
                        + arms.getFirst().name() + "."));
    }

    /** Those that start alike share a process. */
    private static List<Arm> arms(List<Variant<FactorsSetup>> variants) {
        Map<Subject, Subject> named = new HashMap<>();
        List<Arm> arms = new ArrayList<>();
        for (Variant<FactorsSetup> variant : variants) {
            Subject subject = named.computeIfAbsent(
                    variant.setup().subject(),
                    plain -> named.isEmpty() ? plain : plain.named(plain.name() + "-" + (named.size() + 1)));
            arms.add(new Arm(
                    nameOf(variant), variant.levels(), subject, variant.setup().drive()));
        }
        return arms;
    }

    /** As a gate can name it. */
    private static String nameOf(Variant<FactorsSetup> variant) {
        return variant.name().replaceAll("[()/]", "-");
    }

    /** Of two factors that stand in two ways each: what each does on average over the other, and how they act on each other. */
    private List<Pair> effects(List<Arm> arms, List<Factor<FactorsSetup>> factors) {
        boolean isTwoByTwo = options.form() == FactorsOptions.Form.FULL
                && factors.size() == 2
                && factors.stream().allMatch(factor -> factor.choices().size() == 2);
        if (!isTwoByTwo) return List.of();
        // The last factor changes first.
        return new TwoSwitches(arms.get(0), arms.get(2), arms.get(1), arms.get(3)).effects();
    }

    @Override
    public List<BarVerdict> bars(Records records) {
        return List.of();
    }

    /** Of a single factor that is a number. */
    @Override
    public List<Chart> charts(Outcome outcome) {
        boolean isNumber = options.factors().size() == 1
                && outcome.arms().stream()
                        .allMatch(arm -> arm.arm().levels().getFirst().value().matches("\\d+"));
        if (!isNumber) return List.of();
        String factor = nameOf(options.factors().getFirst());
        return List.of(
                new FactorChart(factor, Metric.RATE, "Requests per second").of(outcome, _ -> Optional.of("vesper")),
                new FactorChart(factor, Metric.CPU, "Server CPU per request").of(outcome, _ -> Optional.of("vesper")));
    }
}
