package vesper.testing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy to a port of this machine that simulates network failures. It can block one direction or both, like a
 * network that loses all packets, and it can reset all connections. Thread-safe.
 */
public final class Link implements Closeable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final int target;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object change = new Object();
    private boolean isThereHeld;
    private boolean isBackHeld;
    private boolean isClosed;

    private Link(int target, ServerSocket listening) {
        this.target = target;
        this.listening = listening;
    }

    /** Starts a link to a port. */
    public static Link to(int port) throws IOException {
        var link = new Link(port, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().name("link to " + port).start(link::accept);
        return link;
    }

    /** Returns the port on which the link accepts connections. */
    public int port() {
        return listening.getLocalPort();
    }

    /**
     * Blocks or unblocks each direction. Blocked data is delivered once the direction is unblocked.
     *
     * @param there whether to block data from the client to the target
     * @param back whether to block data from the target to the client
     */
    public void hold(boolean there, boolean back) {
        synchronized (change) {
            isThereHeld = there;
            isBackHeld = back;
            change.notifyAll();
        }
    }

    public void release() {
        hold(false, false);
    }

    /** Resets all connections; new ones may be made. */
    public void reset() {
        // Set on all sockets first: closing one makes its thread close the other side as well.
        for (Socket each : open) {
            try {
                each.setSoLinger(true, 0);
            } catch (IOException _) {
                // Closed already.
            }
        }
        open.forEach(this::ended);
    }

    private void accept() {
        while (true) {
            try {
                Socket from = opened(listening.accept());
                try {
                    Socket to = opened(new Socket(InetAddress.getLoopbackAddress(), target));
                    Thread.ofVirtual().start(() -> pass(from, to, true));
                    Thread.ofVirtual().start(() -> pass(to, from, false));
                } catch (IOException _) {
                    // No server listens on the target port now.
                    ended(from);
                }
            } catch (SocketException _) {
                return;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private Socket opened(Socket socket) throws SocketException {
        socket.setTcpNoDelay(true);
        open.add(socket);
        return socket;
    }

    private void pass(Socket from, Socket to, boolean isThere) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0 && mayPass(isThere); read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException _) {
            // One side has closed the connection; the other one is closed below.
        } finally {
            ended(from);
            ended(to);
        }
    }

    private boolean mayPass(boolean isThere) {
        synchronized (change) {
            while (!isClosed && (isThere ? isThereHeld : isBackHeld)) {
                try {
                    change.wait();
                } catch (InterruptedException _) {
                    return false;
                }
            }
            return !isClosed;
        }
    }

    private void ended(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException _) {
            // Nothing more can be done.
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (change) {
            isClosed = true;
            change.notifyAll();
        }
        listening.close();
        reset();
    }
}
