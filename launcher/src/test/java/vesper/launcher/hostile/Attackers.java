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
 * Clients that repeat attacks until they are over, each on a virtual thread; a process of their own, which
 * {@link AttackingProcess} starts.
 */
final class Attackers implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int RECEIVE_BYTES = 8 << 10;
    private static final long PAUSE_MILLIS = 100;

    /** What it says when each attack has met the server as often as wanted. */
    static final String EACH_CARRIED_OUT = "each carried out";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final InetSocketAddress server;
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Attack, AtomicInteger> begun = new EnumMap<>(Attack.class);

    private Attackers(InetSocketAddress server) {
        this.server = server;
    }

    /** Host, port, clients per attack, how often each is to be carried out, and the attacks. Ends with its input. */
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

    /** Whether each attack has met the server this often. */
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
            // refused, closed or reset, as it should be
        }
    }

    @Override
    public void close() {
        over.countDown();
        // Whoever waits for the server or sends is interrupted, which closes a virtual thread's socket.
        clients.shutdownNow();
        clients.close();
    }
}
