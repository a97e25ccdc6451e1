package vesper.records.throttling;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import vesper.http.Request;
import vesper.records.rules.ThrottlingRule;

/** The key under which a rule counts a request: its user, its address (of IPv6 the /64 network), or one key for all. */
final class CallerKey {
    private static final int NETWORK_BYTES = 8;

    private CallerKey() {}

    static String of(ThrottlingRule.Per per, Request request) {
        return switch (per) {
            case ALL -> "";
            case ADDRESS -> address(request);
            case USER -> {
                String name = request.caller().name();
                yield name.isEmpty() ? address(request) : "user " + name;
            }
        };
    }

    private static String address(Request request) {
        InetAddress address = request.remoteAddress().getAddress();
        if (address == null) return request.remoteAddress().getHostString();
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES)
                : address.getHostAddress();
    }
}
