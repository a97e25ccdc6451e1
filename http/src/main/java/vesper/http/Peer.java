package vesper.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The client of a connection, shared by all requests of the connection.
 *
 * @param secure whether the connection is encrypted
 * @param certificate the client's certificate; null if none was requested or sent
 * @param answers the server's budget for responses that wait for clients; null for a request without a connection
 */
record Peer(
        InetSocketAddress address,
        boolean secure,
        @Nullable X509Certificate certificate,
        @Nullable HeldBytes answers) {
    static final Peer NOWHERE = plain(null, null);

    /** @param address null if the client had left before its address was read */
    static Peer plain(@Nullable InetSocketAddress address, @Nullable HeldBytes answers) {
        return new Peer(known(address), false, null, answers);
    }

    static Peer secure(@Nullable InetSocketAddress address, @Nullable X509Certificate certificate, HeldBytes answers) {
        return new Peer(known(address), true, certificate, answers);
    }

    private static InetSocketAddress known(@Nullable InetSocketAddress address) {
        return address == null ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0) : address;
    }
}
