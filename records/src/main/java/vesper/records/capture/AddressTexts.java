package vesper.records.capture;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A cache of addresses as text, so that clients that call repeatedly cost no allocation. Not thread-safe. */
final class AddressTexts {
    private static final int SLOTS = 256;

    private final @Nullable InetAddress[] addresses = new @Nullable InetAddress[SLOTS];
    private final String[] texts = new String[SLOTS];

    String of(InetSocketAddress peer) {
        InetAddress address = peer.getAddress();
        if (address == null) return peer.getHostString();
        int slot = slot(address.hashCode());
        if (address.equals(addresses[slot])) return texts[slot];
        String text = address.getHostAddress();
        addresses[slot] = address;
        texts[slot] = text;
        return text;
    }

    private static int slot(int hash) {
        return (hash * 0x9e3779b9) >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS));
    }
}
