package vesper.bench;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a user can say about {@code load}.
 *
 * @param url plain http only
 * @param connections 1 to 20,000
 * @param requests how many; empty for as many as fit in the duration
 * @param duration how long; empty means 10 s where {@code requests} is empty too, otherwise no limit
 * @param ratePerSecond requests are due at this rate; empty for a closed loop
 * @param method GET, or POST where there is a body, unless said otherwise
 * @param body a file that is sent with each request
 * @param pid of the server, on this machine, whose CPU time is then told
 * @param json the result goes to stdout as JSON instead of lines for people
 */
public record LoadOptions(
        URI url,
        int connections,
        OptionalLong requests,
        Optional<Duration> duration,
        OptionalDouble ratePerSecond,
        Optional<String> method,
        Optional<Path> body,
        boolean keepAlive,
        OptionalLong pid,
        boolean json) {
    private static final int DEFAULT_CONNECTIONS = 10;

    /** Ten seconds, ten connections, GET. */
    public static LoadOptions defaults(URI url) {
        return new LoadOptions(
                url,
                DEFAULT_CONNECTIONS,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                true,
                OptionalLong.empty(),
                false);
    }
}
