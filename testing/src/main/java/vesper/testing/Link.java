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
 * A way to a port of this machine that can be interrupted: nothing comes through in one direction or in both, as with a
 * network that loses everything, or all connections are reset. Any thread may call.
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

    /** A way to this port, open from now on. */
    public static Link to(int port) throws IOException {
        var link = new Link(port, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().name("link to " + port).start(link::accept);
        return link;
    }

    /** Where it begins. */
    public int port() {
        return listening.getLocalPort();
    }

    /**
     * Has nothing pass, or everything pass again; what is held passes then.
     *
     * @param there of what who connects sends
     * @param back of what is answered
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
        // First all of them: with the first that is closed, whoever passes on from it closes the other side.
        for (Socket each : open) {
            try {
                each.setSoLinger(true, 0);
            } catch (IOException _) {
                // It has ended by itself.
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
                    // Nobody is there now.
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
            // One side has ended it, and the other one is told.
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
            // Then it is as closed as it can be.
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
