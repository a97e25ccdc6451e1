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
 */
record Peer(
        InetSocketAddress address, boolean secure, @Nullable X509Certificate certificate) {
    static final Peer NOWHERE = plain(null);

    /** @param address null where the client was gone before anybody asked */
    static Peer plain(@Nullable InetSocketAddress address) {
        return new Peer(known(address), false, null);
    }

    static Peer secure(@Nullable InetSocketAddress address, @Nullable X509Certificate certificate) {
        return new Peer(known(address), true, certificate);
    }

    private static InetSocketAddress known(@Nullable InetSocketAddress address) {
        return address == null ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0) : address;
    }
}
