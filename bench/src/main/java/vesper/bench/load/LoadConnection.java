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
 * One connection of the generator: sends requests, in order, and knows which are unanswered. It is used
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

    /** Whether the generator holds it among those that have nothing to do. */
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
     * Begins to connect; whether it came about is known when the key is connectable.
     *
     * @throws NoSocketException where this machine has none left, or no port for it
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
                // Which port it is can wait until the other end is known, so that there are enough for each of them.
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

    /** Counts a call. @return how many were made since it was opened */
    int call() {
        return ++calls;
    }

    /** When it began to connect. */
    long openedAt() {
        return openedAt;
    }

    void finishConnecting() throws IOException {
        if (openChannel().finishConnect()) becomeConnected();
    }

    /**
     * Puts one more request behind those that wait to be written.
     *
     * @param started from when its latency counts
     */
    void enqueue(long started, long sent) {
        inFlight.add(started, sent, outbox.add());
    }

    /** Writes what the socket takes; the rest goes when it is writable again. @return how many bytes that were */
    long write() throws IOException {
        long written = outbox.writeTo(openChannel());
        boolean wait = !outbox.isEmpty();
        if (wait != waitingToWrite) {
            waitingToWrite = wait;
            openKey().interestOps(wait ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
        return written;
    }

    /** As the scanner does, for the answer to the oldest request. */
    int scan(byte[] bytes, int from, int to) {
        return scanner.scan(bytes, from, to, inFlight.oldestIsHead());
    }

    /** @return how many bytes came; -1 when the server ended the connection */
    int read(ByteBuffer into) throws IOException {
        return openChannel().read(into);
    }

    /** Forgets what was in flight. */
    void close() {
        if (key != null) key.cancel();
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException _) {
                // It is gone either way, and what it carried has been counted.
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
