package vesper.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * Who is at the other end of a connection; the same object for all of its requests.
 *
 * @param secure whether the connection is encrypted
 * @param certificate what the client proved to be, null where it was not asked or has none
 * @param answers the server's room for answers that wait for their clients, null where the request came over no wire
 */
record Peer(
        InetSocketAddress address,
        boolean secure,
        @Nullable X509Certificate certificate,
        @Nullable HeldBytes answers) {
    static final Peer NOWHERE = plain(null, null);

    /** @param address null where the client was gone before anybody asked */
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
