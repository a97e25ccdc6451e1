package vesper.services.webhooks;

import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Recognizes addresses on the public internet. Other addresses belong to this machine or its network, where a webhook
 * could reach servers that its author cannot. Follows the registries of special-purpose addresses (RFC 6890 and IANA's
 * for IPv4 and IPv6).
 */
public final class PublicAddresses {
    private PublicAddresses() {}

    public static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? isPublic4(bytes, 0) : isPublic6(bytes);
    }

    private static boolean isPublic4(byte[] bytes, int at) {
        int a = bytes[at] & 0xff;
        int b = bytes[at + 1] & 0xff;
        int c = bytes[at + 2] & 0xff;
        boolean isLocal = a == 0
                || a == 10
                || a == 127
                || (a == 100 && b >= 64 && b < 128)
                || (a == 169 && b == 254)
                || (a == 172 && b >= 16 && b < 32)
                || (a == 192 && b == 168);
        boolean isForProtocols = (a == 192 && b == 0 && (c == 0 || c == 2))
                || (a == 192 && b == 88 && c == 99)
                || (a == 198 && (b == 18 || b == 19))
                || (a == 198 && b == 51 && c == 100)
                || (a == 203 && b == 0 && c == 113);
        // Multicast and reserved addresses start at 224.
        return !isLocal && !isForProtocols && a < 224;
    }

    /** Global unicast is 2000::/3. Parts of it embed an IPv4 address, or are for protocols and examples. */
    private static boolean isPublic6(byte[] bytes) {
        int first = pair(bytes, 0);
        int second = pair(bytes, 2);
        // NAT64, 64:ff9b::/96: the IPv4 address that the translator connects to decides.
        if (first == 0x64 && second == 0xff9b) return isZero(bytes, 4, 12) && isPublic4(bytes, 12);
        if (first == 0x2002) return isPublic4(bytes, 2);
        boolean isForProtocols = first == 0x2001 && second < 0x200;
        boolean isExample = (first == 0x2001 && second == 0xdb8) || (first == 0x3fff && second < 0x1000);
        return first >> 13 == 1 && !isForProtocols && !isExample;
    }

    private static boolean isZero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) if (bytes[i] != 0) return false;
        return true;
    }

    private static int pair(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }
}
