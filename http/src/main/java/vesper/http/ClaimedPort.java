package vesper.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** An address that is bound but not listened on: connection attempts are refused, and no other program can bind it. */
final class ClaimedPort implements Closeable {
    private final SocketChannel socket;
    private final InetSocketAddress address;

    private ClaimedPort(SocketChannel socket, InetSocketAddress address) {
        this.socket = socket;
        this.address = address;
    }

    /** @throws IOException if another program has the address, or this machine does not */
    static ClaimedPort of(InetSocketAddress wanted) throws IOException {
        SocketChannel socket = SocketChannel.open(familyOf(wanted.getAddress()));
        try {
            // Like a listening socket: connections that an earlier server left behind must not prevent the bind.
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(wanted);
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, false);
            InetSocketAddress bound = (InetSocketAddress) socket.getLocalAddress();
            return new ClaimedPort(socket, new InetSocketAddress(wanted.getAddress(), bound.getPort()));
        } catch (IOException | RuntimeException failure) {
            socket.close();
            throw failure;
        }
    }

    private static StandardProtocolFamily familyOf(InetAddress address) {
        return address instanceof Inet6Address ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    }

    /** Returns the address with the port that was bound. */
    InetSocketAddress address() {
        return address;
    }

    /**
     * Allows the server's listening socket to bind the same address. Until that socket listens, another program could
     * bind it too.
     */
    void share() throws IOException {
        socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
