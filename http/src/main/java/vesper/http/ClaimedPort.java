package vesper.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** An address that is bound and that nobody listens on: who connects is refused, and no other program gets it. */
final class ClaimedPort implements Closeable {
    private final SocketChannel socket;
    private final InetSocketAddress address;

    private ClaimedPort(SocketChannel socket, InetSocketAddress address) {
        this.socket = socket;
        this.address = address;
    }

    /** @throws IOException where it is another program's, or no address of this machine */
    static ClaimedPort of(InetSocketAddress wanted) throws IOException {
        SocketChannel socket = SocketChannel.open(familyOf(wanted.getAddress()));
        try {
            // As whoever listens: what a server before has left behind is no other program.
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

    /** With the port that was really bound. */
    InetSocketAddress address() {
        return address;
    }

    /** Lets it be listened on while it is claimed, and another program claim it, until it is. */
    void share() throws IOException {
        socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
