package vesper.bench.load;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the generator. It sends requests in order and keeps track of the unanswered ones. It can be opened
 * again after it was closed. Owned by the generator's thread.
 */
final class LoadConnection {
    final InFlight inFlight;
    final ResponseScanner scanner;

    private final Outbox outbox;
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private long openedAt;
    private int calls;
    private boolean connected;
    private boolean waitingToWrite;

    /** True while it is in the generator's queue of idle connections. */
    boolean resting = true;

    LoadConnection(Outbox outbox, int pipelining, ResponseScanner scanner) {
        this.outbox = outbox;
        this.inFlight = new InFlight(pipelining);
        this.scanner = scanner;
    }

    boolean isOpen() {
        return channel != null;
    }

    boolean isConnected() {
        return connected;
    }

    /**
     * Starts to connect. The outcome is known once the key is connectable.
     *
     * @throws NoSocketException if this machine has no socket or local port left
     */
    void open(Selector selector, @Nullable InetSocketAddress source, InetSocketAddress address, long now)
            throws IOException {
        openedAt = now;
        calls = 0;
        SocketChannel opened = socket();
        channel = opened;
        opened.configureBlocking(false);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = opened.register(selector, SelectionKey.OP_CONNECT, this);
        try {
            if (source != null) {
                // Lets the kernel choose a local port that other connections use: only the pair of both addresses must
                // be unique. Otherwise a source address would run out of ports sooner.
                opened.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                opened.bind(source);
            }
            if (opened.connect(address)) becomeConnected();
        } catch (BindException noPort) {
            throw new NoSocketException(noPort);
        }
    }

    private static SocketChannel socket() throws NoSocketException {
        try {
            return SocketChannel.open();
        } catch (IOException noDescriptor) {
            throw new NoSocketException(noDescriptor);
        }
    }

    /** Counts a call and returns the number of calls since the connection was opened. */
    int countCall() {
        return ++calls;
    }

    /** Returns the time at which it started to connect. */
    long openedAt() {
        return openedAt;
    }

    void finishConnecting() throws IOException {
        if (openChannel().finishConnect()) becomeConnected();
    }

    /**
     * Queues a request for writing.
     *
     * @param started start of its latency
     */
    void enqueue(long started, long sent) {
        inFlight.add(started, sent, outbox.add());
    }

    /**
     * Writes as much as the socket accepts; the rest follows when it is writable again.
     *
     * @return the number of bytes written
     */
    long write() throws IOException {
        long written = outbox.writeTo(openChannel());
        boolean wait = !outbox.isEmpty();
        if (wait != waitingToWrite) {
            waitingToWrite = wait;
            openKey().interestOps(wait ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
        return written;
    }

    /** Scans a part of the response to the oldest request, like the scanner. */
    int scan(byte[] bytes, int from, int to) {
        return scanner.scan(bytes, from, to, inFlight.oldestIsHead());
    }

    /** @return the number of bytes read; -1 if the server has closed the connection */
    int read(ByteBuffer into) throws IOException {
        return openChannel().read(into);
    }

    /** Closes the connection and forgets its requests in flight. */
    void close() {
        if (key != null) key.cancel();
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException _) {
                // The connection is gone either way, and its requests have been counted.
            }
        }
        key = null;
        channel = null;
        connected = false;
        waitingToWrite = false;
        outbox.clear();
        inFlight.clear();
        scanner.reset();
    }

    private void becomeConnected() {
        connected = true;
        openKey().interestOps(SelectionKey.OP_READ);
    }

    private SocketChannel openChannel() {
        if (channel == null) throw new IllegalStateException("the connection is closed");
        return channel;
    }

    private SelectionKey openKey() {
        if (key == null) throw new IllegalStateException("the connection is closed");
        return key;
    }
}
