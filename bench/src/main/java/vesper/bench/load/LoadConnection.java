package vesper.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the generator: sends copies of the request, in order, and knows which are unanswered. It is used
 * again after it was closed. Owned by the generator's thread.
 */
final class LoadConnection {
    final InFlight inFlight;
    final ResponseScanner scanner;

    /** Copies of the request, one after another; this view's position is our own. */
    private final ByteBuffer copies;

    private final int requestLength;
    private int copiesOffset;
    private long unsentBytes;
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private boolean connected;
    private boolean waitingToWrite;

    /** Whether the generator holds it among those that have nothing to do. */
    boolean resting = true;

    LoadConnection(ByteBuffer copies, int requestLength, int pipelining, ResponseScanner scanner) {
        this.copies = copies.duplicate();
        this.requestLength = requestLength;
        this.inFlight = new InFlight(pipelining);
        this.scanner = scanner;
    }

    boolean isOpen() {
        return channel != null;
    }

    boolean isConnected() {
        return connected;
    }

    /** Begins to connect; whether it came about is known when the key is connectable. */
    void open(Selector selector, InetSocketAddress address) throws IOException {
        SocketChannel opened = SocketChannel.open();
        channel = opened;
        opened.configureBlocking(false);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        key = opened.register(selector, SelectionKey.OP_CONNECT, this);
        if (opened.connect(address)) becomeConnected();
    }

    void finishConnecting() throws IOException {
        if (openChannel().finishConnect()) becomeConnected();
    }

    /** Puts one more request behind those that wait to be written. */
    void enqueue() {
        unsentBytes += requestLength;
    }

    /** Writes what the socket takes; the rest goes when it is writable again. */
    void write() throws IOException {
        while (unsentBytes > 0) {
            int chunk = (int) Math.min(unsentBytes, copies.capacity() - copiesOffset);
            int written =
                    openChannel().write(copies.clear().position(copiesOffset).limit(copiesOffset + chunk));
            unsentBytes -= written;
            copiesOffset = (copiesOffset + written) % copies.capacity();
            if (written < chunk) break;
        }
        boolean wait = unsentBytes > 0;
        if (wait != waitingToWrite) {
            waitingToWrite = wait;
            openKey().interestOps(wait ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        }
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
        unsentBytes = 0;
        copiesOffset = 0;
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
