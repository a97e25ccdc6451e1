package vesper.http.client;

import java.net.InetAddress;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/**
 * Settings of a client; {@link HttpClient.Builder} creates them.
 *
 * @param eventLoops number of threads that read and write
 * @param decompresses whether gzip and deflate are requested and decoded
 * @param reachable accepts the addresses that the client may connect to
 * @param passedOn supplies fields for every request, on the thread that makes the call; null for none
 * @param watch observes each call; null for none
 */
record ClientSettings(
        ClientLimits limits,
        ClientTimeouts timeouts,
        Redirects redirects,
        Retries retries,
        ClientTls tls,
        ClientProtocol protocol,
        int eventLoops,
        boolean decompresses,
        String userAgent,
        Predicate<InetAddress> reachable,
        @Nullable Supplier<Headers> passedOn,
        @Nullable CallWatch watch) {}
