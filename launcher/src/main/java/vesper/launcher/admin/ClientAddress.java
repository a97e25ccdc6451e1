package vesper.launcher.admin;

import java.net.InetSocketAddress;

/** Formats the address of a client: {@code 127.0.0.1:54321}, {@code [::1]:54321}. */
final class ClientAddress {
    private ClientAddress() {}

    static String of(InetSocketAddress address) {
        String host = address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
