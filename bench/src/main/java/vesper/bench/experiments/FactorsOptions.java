package vesper.bench.experiments;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import vesper.bench.instrument.ServerSpec;

/**
 * Options of the command {@code bench factors}.
 *
 * @param path path to request by GET
 * @param connections connections held open, unless that is a factor
 * @param factors each {@code NAME=VALUE,VALUE…}, the base's value first
 * @param running an existing Vesper process on this machine, to drive instead of starting one
 */
public record FactorsOptions(
        ExperimentOptions common,
        String path,
        int connections,
        Form form,
        List<String> factors,
        Optional<ServerSpec.ExistingServer> running) {
    /** The ways to combine factors into arms. */
    public enum Form {
        /** Each value of one factor with each value of the others. */
        FULL,
        /** The base, and each other value with only that factor changed. */
        STAR,
        /** The first values of all factors, then the second ones, and so on. */
        LIST,
        /** One factor with all its values, while the others have one each. */
        SWEEP
    }

    /** The names of factors that are not settings. */
    public static final List<String> NAMES = Stream.of(
                    FactorNames.OF_THE_CLIENT, List.of(FactorNames.SERVER), FactorNames.OF_VESPER)
            .flatMap(List::stream)
            .toList();

    public FactorsOptions {
        factors = List.copyOf(factors);
        if (factors.isEmpty())
            throw new IllegalArgumentException("no factor given; use for example --factor tracker=off,on");
        requireThatTheyGoTogether(form, factors);
        if (running.isPresent()) requireOnlyOfTheClient(common, factors);
        if (!path.startsWith("/") || path.startsWith("//")) {
            throw new IllegalArgumentException("path " + path + " must start with a single /");
        }
        if (connections < 1 || connections > 10_000) {
            throw new IllegalArgumentException("connections " + connections + " is not in 1 to 10000");
        }
    }

    private static void requireOnlyOfTheClient(ExperimentOptions common, List<String> factors) {
        List<String> others = factors.stream()
                .map(FactorNames::nameOf)
                .filter(name -> !FactorNames.OF_THE_CLIENT.contains(name))
                .toList();
        if (!others.isEmpty()) {
            throw new IllegalArgumentException(String.join(", ", others)
                    + " cannot be varied for a server that already runs; possible are "
                    + String.join(", ", FactorNames.OF_THE_CLIENT));
        }
        if (common.starts().orElse(1) > 1) {
            throw new IllegalArgumentException("a server that already runs cannot be started "
                    + common.starts().getAsInt() + " times");
        }
    }

    private static void requireThatTheyGoTogether(Form form, List<String> factors) {
        List<String> names = factors.stream().map(FactorNames::nameOf).toList();
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("duplicate factors: " + String.join(", ", names));
        }
        if (names.contains(FactorNames.ARRIVALS) && !names.contains(FactorNames.RATE)) {
            throw new IllegalArgumentException("arrivals need a rate; add --factor rate=5000");
        }
        long swept = factors.stream().filter(factor -> factor.contains(",")).count();
        if (form == Form.SWEEP && swept != 1) {
            throw new IllegalArgumentException("a sweep needs one factor with several values, not " + swept);
        }
        List<String> ofVesper = names.stream().filter(FactorNames::isOfVesper).toList();
        boolean hasOthers = factors.stream()
                .anyMatch(factor -> FactorNames.nameOf(factor).equals(FactorNames.SERVER)
                        && !factor.equals(FactorNames.SERVER + "=" + ServerSpecs.VESPER));
        if (hasOthers && !ofVesper.isEmpty()) {
            throw new IllegalArgumentException(
                    "only Vesper has " + String.join(", ", ofVesper) + ", so it cannot be combined with other servers");
        }
    }
}
