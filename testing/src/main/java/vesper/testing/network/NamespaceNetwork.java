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
 * A network of Linux network namespaces: one for each party, and one between them that routes. Rules of policy routing
 * ({@code ip rule}) tell the router what to drop. It needs Linux, root, {@code iproute2} and {@code util-linux}.
 *
 * <p>All names, addresses and rules exist only inside the namespaces. A namespace disappears with the process that
 * holds it. That process ends at the end of its input, and so with this process, even if this one is killed.
 *
 * <p>Addresses are from 198.18.0.0/15, which RFC 2544 reserves for tests: party number n has 198.18.n.2, and its router
 * is 198.18.n.1.
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
     * Creates a network.
     *
     * @param telling receives the reason if the network cannot be created
     * @return empty if the machine does not allow it
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
        // Checks that the machine supports every operation.
        cut(Set.of(new Way(Party.server(0), Party.node(0))));
        cut(Set.of());
        reset(Party.server(0));
    }

    /** Starts an idle process that holds a new namespace. */
    private Process hold() throws IOException {
        Process holder = new ProcessBuilder("unshare", "--net", "sh", "-c", "echo " + READY + "; exec cat")
                .redirectErrorStream(true)
                .start();
        holders.add(holder);
        // It prints nothing more, so the rest of its output need not be read.
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
        // Killing a hanging command also ends its output.
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
