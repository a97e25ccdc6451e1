package vesper.bench.experiments;

import java.util.List;
import java.util.Set;

/**
 * Options of the command {@code bench uuid}.
 *
 * @param only names of {@link #SERVERS}; empty for all
 */
public record UuidOptions(ExperimentOptions common, Set<String> only) {
    /** The servers that have the service. */
    public static final List<String> SERVERS = UuidExperiment.SERVERS;

    public UuidOptions {
        only = Set.copyOf(only);
        ServerNames.requireAmong(SERVERS, only);
    }

    /** Returns options for all servers. */
    public static UuidOptions defaults(ExperimentOptions common) {
        return new UuidOptions(common, Set.of());
    }

    boolean wants(String server) {
        return only.isEmpty() || only.contains(server);
    }
}
