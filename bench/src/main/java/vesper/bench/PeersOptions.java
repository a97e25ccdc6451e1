package vesper.bench;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a user can say about {@code bench peers}.
 *
 * @param root the repository; the peers are built in it and {@code ./vesper} is started from it
 * @param out where report and figures go; empty for {@code bench-results/peers-YYYYMMDD-HHMMSS} under the root
 * @param quick fewer and shorter runs, under three minutes in all
 * @param json the result goes to stdout as JSON instead of a table
 * @param only names of {@link PeersExperiment#ARMS}; empty for all
 * @param secondsPerRun length of a recorded run; empty for what {@code quick} or its absence means
 * @param ioThreads how many threads of every server wait for sockets; empty for what each takes by itself, Vesper, or
 *     one per processor, the others
 * @param connections held open during a run; the bars are defined for 64
 */
public record PeersOptions(
        Path root,
        Optional<Path> out,
        boolean quick,
        boolean json,
        Set<String> only,
        OptionalInt secondsPerRun,
        OptionalInt ioThreads,
        int connections,
        EngineChoice engine) {
    private static final int DEFAULT_CONNECTIONS = 64;
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    public PeersOptions {
        only = Set.copyOf(only);
        Set<String> unknown = new HashSet<>(only);
        unknown.removeAll(PeersExperiment.ARMS);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("no arm " + unknown + ", there are " + PeersExperiment.ARMS);
        }
        if (connections < 1 || connections > 10_000) {
            throw new IllegalArgumentException("connections " + connections + " is not in 1 to 10000");
        }
        secondsPerRun.ifPresent(seconds -> requireWithin(600, "seconds per run", seconds));
        ioThreads.ifPresent(threads -> requireWithin(256, "I/O threads", threads));
    }

    /** All arms, in full length. */
    public static PeersOptions defaults(Path root) {
        return new PeersOptions(
                root,
                Optional.empty(),
                false,
                false,
                Set.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                DEFAULT_CONNECTIONS,
                EngineChoice.AUTO);
    }

    boolean wants(String arm) {
        return only.isEmpty() || only.contains(arm);
    }

    Path outOr(LocalDateTime now) {
        return out.orElseGet(() -> root.resolve("bench-results", "peers-" + STAMP.format(now)));
    }

    private static void requireWithin(int most, String what, int number) {
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(what + " " + number + " is not in 1 to " + most);
        }
    }
}
