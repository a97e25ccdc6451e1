package vesper.http.client;

import java.net.InetAddress;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/**
 * How a client works; {@link HttpClient.Builder} makes it.
 *
 * @param eventLoops threads that read and write
 * @param decompresses whether gzip and deflate are asked for and undone
 * @param reachable the addresses that it connects to
 * @param passedOn fields that every request carries on, asked for on the thread that makes the call; null for none
 * @param watch told of each call; null for nobody
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
