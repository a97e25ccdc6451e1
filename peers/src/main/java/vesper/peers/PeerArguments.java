package vesper.peers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The arguments of a peer, {@code [--port N] [--io-threads N]} and further flags, and the single line that it prints.
 */
public final class PeerArguments {
    public static final String HOST = "127.0.0.1";
    /**
     * Maximum number of connections waiting to be accepted; the kernel uses the smaller of this and {@code somaxconn}.
     */
    public static final int BACKLOG = 8192;

    private final Map<String, String> values;

    private PeerArguments(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Parses arguments.
     *
     * @param extraFlags further flags of this peer
     * @throws IllegalArgumentException for an unknown flag, or a missing or invalid value
     */
    public static PeerArguments of(String[] args, PeerFlag<?>... extraFlags) {
        List<PeerFlag<?>> accepted = new ArrayList<>(List.of(PeerFlag.PORT, PeerFlag.IO_THREADS));
        accepted.addAll(List.of(extraFlags));
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < args.length; i += 2) {
            PeerFlag<?> flag = named(args[i], accepted);
            if (i + 1 == args.length) throw new IllegalArgumentException(flag.name() + " needs a value");
            var _ = flag.read(args[i + 1]);
            values.put(flag.name(), args[i + 1]);
        }
        return new PeerArguments(Map.copyOf(values));
    }

    /** Returns the port; 0 for any free one. */
    public int port() {
        return valueOf(PeerFlag.PORT).orElse(0);
    }

    /** Returns the number of threads that wait for sockets; by default one per processor. */
    public int ioThreads() {
        return valueOf(PeerFlag.IO_THREADS).orElseGet(Runtime.getRuntime()::availableProcessors);
    }

    /** Returns the value of a flag; empty if the flag is absent. */
    public <T> Optional<T> valueOf(PeerFlag<T> flag) {
        return Optional.ofNullable(values.get(flag.name())).map(flag::read);
    }

    public static void announce(int boundPort) {
        System.out.println("ready http://" + HOST + ":" + boundPort + "/");
        System.out.flush();
    }

    private static PeerFlag<?> named(String name, List<PeerFlag<?>> accepted) {
        return accepted.stream()
                .filter(flag -> flag.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown flag " + name + "; known are "
                        + accepted.stream().map(PeerFlag::toString).collect(Collectors.joining(" "))));
    }
}
