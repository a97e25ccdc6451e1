package vesper.launcher.hostile;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A client that sends small requests at regular intervals over one connection, and measures the responses. Runs on its
 * own thread.
 */
final class WellBehavedClient {
    private static final byte[] REQUEST = "GET /api/hello HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII);
    private static final int PATIENCE_MILLIS = 5_000;
    private static final int MOST = 1 << 20;

    private final InetSocketAddress address;
    private final Duration pause;
    private final long[] nanos = new long[MOST];
    private final Thread thread;
    private volatile boolean stopped;
    private volatile int asked;
    private int served;
    private @Nullable Socket socket;
    private InputStream in = InputStream.nullInputStream();

    private WellBehavedClient(InetSocketAddress address, Duration pause) {
        this.address = address;
        this.pause = pause;
        this.thread = Thread.ofPlatform().name("well-behaved client").unstarted(this::run);
    }

    static WellBehavedClient start(InetSocketAddress address, Duration pause) {
        WellBehavedClient client = new WellBehavedClient(address, pause);
        client.thread.start();
        return client;
    }

    int asked() {
        return asked;
    }

    /** Waits until this number of requests has been completed, or until the timeout. */
    synchronized void awaitAsked(int times, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos(); asked < times && left > 0; left = end - System.nanoTime())
            TimeUnit.NANOSECONDS.timedWait(this, left);
    }

    /** The outcome of all requests. */
    record Served(int asked, int served, Duration p50, Duration p99, Duration max) {
        double share() {
            return (double) served / asked;
        }
    }

    Served stop() throws InterruptedException {
        stopped = true;
        thread.join();
        long[] sorted = Arrays.copyOf(nanos, served);
        Arrays.sort(sorted);
        return new Served(asked, served, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
    }

    private static Duration at(long[] sorted, double share) {
        return sorted.length == 0
                ? Duration.ZERO
                : Duration.ofNanos(sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * share))]);
    }

    private void run() {
        while (!stopped && asked < MOST) {
            long began = System.nanoTime();
            boolean isAnswered = isServed();
            if (isAnswered) nanos[served++] = System.nanoTime() - began;
            synchronized (this) {
                asked++;
                notifyAll();
            }
            LockSupport.parkNanos(pause.toNanos());
        }
        hangUp();
    }

    private boolean isServed() {
        try {
            Socket open = socket == null ? connect() : socket;
            open.getOutputStream().write(REQUEST);
            return readAnswer().startsWith("HTTP/1.1 200 ");
        } catch (IOException e) {
            hangUp();
            return false;
        }
    }

    private Socket connect() throws IOException {
        Socket opened = new Socket();
        opened.setTcpNoDelay(true);
        opened.setSoTimeout(PATIENCE_MILLIS);
        opened.connect(address, PATIENCE_MILLIS);
        in = new BufferedInputStream(opened.getInputStream());
        socket = opened;
        return opened;
    }

    /** Reads a response, skips its content and returns its header section. */
    private String readAnswer() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) throw new IOException("closed after '" + head + "'");
            head.append((char) next);
        }
        String length = head.toString().replaceFirst("(?s).*\r\nContent-Length: ([0-9]+)\r\n.*", "$1");
        in.skipNBytes(Long.parseLong(length));
        return head.toString();
    }

    private void hangUp() {
        try {
            if (socket != null) socket.close();
        } catch (IOException e) {
            // already closed
        }
        socket = null;
    }
}
