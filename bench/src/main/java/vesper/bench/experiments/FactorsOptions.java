package vesper.bench.experiments;

import java.util.List;

/**
 * What a user can say about {@code bench factors}.
 *
 * @param path that is asked for, by GET
 * @param connections held open unless that is a factor
 * @param factors each {@code NAME=VALUE,VALUE…}, the base's value first
 */
public record FactorsOptions(ExperimentOptions common, String path, int connections, Form form, List<String> factors) {
    /** How arms are made of factors. */
    public enum Form {
        /** Each value of one with each value of the others. */
        FULL,
        /** The base, and from there one at a time. */
        STAR
    }

    public FactorsOptions {
        factors = List.copyOf(factors);
        if (factors.isEmpty()) throw new IllegalArgumentException("there is no factor; --factor tracker=off,on is one");
        if (!path.startsWith("/")) throw new IllegalArgumentException("path " + path + " has no /");
        if (connections < 1 || connections > 10_000) {
            throw new IllegalArgumentException("connections " + connections + " is not in 1 to 10000");
        }
    }
}
