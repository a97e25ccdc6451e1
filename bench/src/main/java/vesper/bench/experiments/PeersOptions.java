package vesper.bench.experiments;

import java.util.OptionalInt;
import java.util.Set;
import vesper.bench.EngineChoice;

/**
 * Options of the command {@code bench peers}.
 *
 * @param only names of {@link PeersExperiment#SERVERS}; empty for all
 * @param ioThreads number of threads of every server that wait for sockets; empty for Vesper's default, and one for
 *     each processor for the others
 * @param connections connections held open during a run; the bars are defined for 64
 */
public record PeersOptions(
        ExperimentOptions common, Set<String> only, OptionalInt ioThreads, int connections, EngineChoice engine) {
    private static final int DEFAULT_CONNECTIONS = 64;
    private static final int MAX_IO_THREADS = 256;

    public PeersOptions {
        only = Set.copyOf(only);
        ServerNames.requireAmong(PeersExperiment.SERVERS, only);
        if (connections < 1 || connections > 10_000) {
            throw new IllegalArgumentException("connections " + connections + " is not in 1 to 10000");
        }
        if (ioThreads.isPresent() && (ioThreads.getAsInt() < 1 || ioThreads.getAsInt() > MAX_IO_THREADS)) {
            throw new IllegalArgumentException(
                    "I/O threads " + ioThreads.getAsInt() + " is not in 1 to " + MAX_IO_THREADS);
        }
    }

    /** Returns options for all servers. */
    public static PeersOptions defaults(ExperimentOptions common) {
        return new PeersOptions(common, Set.of(), OptionalInt.empty(), DEFAULT_CONNECTIONS, EngineChoice.AUTO);
    }

    boolean wants(String server) {
        return only.isEmpty() || only.contains(server);
    }
}
