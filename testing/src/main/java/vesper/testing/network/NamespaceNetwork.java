package vesper.testing.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Each party in a network namespace of its own, and one between them all that routes: what it is to drop, a rule of its
 * routing says (policy routing of Linux, by {@code ip rule}). No name, address or rule of this is anywhere but in those
 * namespaces, which are gone with the processes that hold them; those end when their input does, so with this process,
 * however that ends. It needs Linux, the right to do so (root), {@code iproute2} and {@code util-linux}.
 *
 * <p>Addresses are of 198.18.0.0/15, which RFC 2544 keeps for tests: party number n has 198.18.n.2, and its router is
 * 198.18.n.1.
 */
public final class NamespaceNetwork implements Network {
    private static final String READY = "ready";
    private static final long LONGEST_COMMAND_SECONDS = 20;

    private final int count;
    private final List<Process> holders = new ArrayList<>();
    private Set<Way> cut = Set.of();

    private NamespaceNetwork(int count) {
        this.count = count;
    }

    /**
     * @param telling is told why it cannot be, where that is so
     * @return empty where the machine does not let this process make one
     */
    public static Optional<Network> make(int count, Consumer<String> telling) throws InterruptedException {
        var network = new NamespaceNetwork(count);
        try {
            network.join();
            return Optional.of(network);
        } catch (IOException failure) {
            network.close();
            telling.accept("there are no network namespaces: " + failure.getMessage());
            return Optional.empty();
        } catch (InterruptedException interrupt) {
            network.close();
            throw interrupt;
        }
    }

    private void join() throws IOException, InterruptedException {
        hold();
        run(router(), "", "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward");
        for (int number = 0; number < 2 * count; number++) {
            Process holder = hold();
            String lines = """
                    link add name to%1$d type veth peer name out netns %2$d
                    addr add 198.18.%1$d.1/30 dev to%1$d
                    link set dev to%1$d up
                    """;
            run(router(), lines.formatted(number, holder.pid()), "ip", "-batch", "-");
            lines = """
                    addr add 198.18.%1$d.2/30 dev out
                    link set dev out up
                    link set dev lo up
                    route add default via 198.18.%1$d.1
                    """;
            run(holder, lines.formatted(number), "ip", "-batch", "-");
        }
        // Whether the machine can all that will be asked for.
        cut(Set.of(new Way(Party.server(0), Party.node(0))));
        cut(Set.of());
        reset(Party.server(0));
    }

    /** A process that does nothing in a namespace of its own. */
    private Process hold() throws IOException {
        Process holder = new ProcessBuilder("unshare", "--net", "sh", "-c", "echo " + READY + "; exec cat")
                .redirectErrorStream(true)
                .start();
        holders.add(holder);
        // It says nothing more, so nobody has to go on reading.
        BufferedReader out = holder.inputReader(UTF_8);
        String said = out.readLine();
        if (!READY.equals(said)) throw new IOException("unshare: " + said);
        return holder;
    }

    private Process router() {
        return holders.getFirst();
    }

    private int number(Party party) {
        return party.isNode() ? count + party.index() : party.index();
    }

    private Process holder(Party party) {
        return holders.get(1 + number(party));
    }

    private static List<String> entry(Process holder) {
        return List.of("nsenter", "--target", Long.toString(holder.pid()), "--net", "--");
    }

    private static void run(Process where, String input, String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(entry(where));
        all.addAll(List.of(command));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        try (var in = process.outputWriter(UTF_8)) {
            in.write(input);
        }
        // One that hangs is ended, and what it says with it.
        var ended = process.onExit().orTimeout(LONGEST_COMMAND_SECONDS, TimeUnit.SECONDS);
        var _ = ended.exceptionally(_ -> process.destroyForcibly());
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        process.waitFor();
        if (ended.isCompletedExceptionally()) throw new IOException(command[0] + " did not end");
        if (process.exitValue() != 0) {
            throw new IOException(command[0] + " ended with " + process.exitValue() + ": " + said);
        }
    }

    @Override
    public String host(Party party) {
        return "198.18." + number(party) + ".2";
    }

    @Override
    public int port(Party from, Party to, int port) {
        return port;
    }

    @Override
    public List<String> entry(Party party) {
        return entry(holder(party));
    }

    @Override
    public boolean isReachable() {
        return false;
    }

    @Override
    public void cut(Set<Way> ways) throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        for (Way way : ways) if (!cut.contains(way)) lines.append(rule("add", way));
        for (Way way : cut) if (!ways.contains(way)) lines.append(rule("del", way));
        run(router(), lines.toString(), "ip", "-batch", "-");
        cut = new HashSet<>(ways);
    }

    private String rule(String act, Way way) {
        return "rule " + act + " priority 100 iif to" + number(way.from()) + " to " + host(way.to()) + " blackhole\n";
    }

    @Override
    public void reset(Party party) throws IOException, InterruptedException {
        run(holder(party), "", "ss", "--kill", "--tcp", "state", "established");
    }

    @Override
    public void close() {
        for (Process holder : holders) holder.destroyForcibly();
    }
}
