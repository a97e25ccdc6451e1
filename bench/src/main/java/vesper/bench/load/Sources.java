package vesper.bench.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The addresses of this machine that connections come from, in turn: 127.0.0.1 and those that follow. */
final class Sources {
    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private int next;

    /** @param count 1 for whatever the system chooses */
    Sources(int count) throws UnknownHostException {
        for (int n = 1; count > 1 && n <= count; n++) {
            // The port is the system's choice.
            addresses.add(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) n}), 0));
        }
    }

    /** Null where it is the system's choice. */
    @Nullable
    InetSocketAddress next() {
        if (addresses.isEmpty()) return null;
        next = (next + 1) % addresses.size();
        return addresses.get(next);
    }
}
