package vesper.bench.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The local addresses that connections come from, in turn: 127.0.0.1, 127.0.0.2 and so on. */
final class Sources {
    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private int next;

    /** @param count 1 to let the system choose the address */
    Sources(int count) throws UnknownHostException {
        for (int n = 1; count > 1 && n <= count; n++) {
            // Port 0 lets the system choose the port.
            addresses.add(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) n}), 0));
        }
    }

    /** Returns null if the system chooses the address. */
    @Nullable
    InetSocketAddress next() {
        if (addresses.isEmpty()) return null;
        next = (next + 1) % addresses.size();
        return addresses.get(next);
    }
}
