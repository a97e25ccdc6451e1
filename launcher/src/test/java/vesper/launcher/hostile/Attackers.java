package vesper.launcher.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import vesper.testing.Eventually;

/**
 * Clients that repeat attacks until stopped, each on a virtual thread. {@link AttackingProcess} runs them in a separate
 * process.
 */
final class Attackers implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int RECEIVE_BYTES = 8 << 10;
    private static final long PAUSE_MILLIS = 100;

    /** The line printed when each attack has reached the server the required number of times. */
    static final String EACH_CARRIED_OUT = "each carried out";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final InetSocketAddress server;
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Attack, AtomicInteger> begun = new EnumMap<>(Attack.class);

    private Attackers(InetSocketAddress server) {
        this.server = server;
    }

    /**
     * Runs the attacks until standard input ends.
     *
     * @param args host, port, clients per attack, required repetitions of each attack, and the names of the attacks
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (Attackers attackers = new Attackers(new InetSocketAddress(args[0], Integer.parseInt(args[1])))) {
            for (String attack : List.of(args).subList(4, args.length))
                attackers.repeat(Attack.valueOf(attack), Integer.parseInt(args[2]));
            int times = Integer.parseInt(args[3]);
            if (!Eventually.holdsWithin(PATIENCE, () -> attackers.eachCarriedOut(times)))
                throw new IllegalStateException("not every attack met the server " + times + " times in " + PATIENCE);
            System.out.println(EACH_CARRIED_OUT);
            while (System.in.read() >= 0) {}
        }
    }

    private void repeat(Attack attack, int clientCount) {
        AtomicInteger count = new AtomicInteger();
        begun.put(attack, count);
        for (int i = 0; i < clientCount; i++) clients.execute(() -> repeat(attack, count));
    }

    /** Checks whether each attack has reached the server this number of times. */
    private boolean eachCarriedOut(int times) {
        return begun.values().stream().allMatch(count -> count.get() >= times);
    }

    private void repeat(Attack attack, AtomicInteger count) {
        try {
            do {
                carryOut(attack, count);
            } while (!over.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void carryOut(Attack attack, AtomicInteger count) throws InterruptedException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(RECEIVE_BYTES);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(server, PATIENCE_MILLIS);
            count.incrementAndGet();
            attack.carryOut(socket, over);
        } catch (IOException e) {
            // refused, closed or reset, as expected
        }
    }

    @Override
    public void close() {
        over.countDown();
        // Interrupts clients that wait or send; for a virtual thread, this closes its socket.
        clients.shutdownNow();
        clients.close();
    }
}
