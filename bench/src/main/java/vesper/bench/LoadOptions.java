package vesper.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Options of the command {@code load}.
 *
 * @param url plain http only; its path and query may have placeholders
 * @param pid process of the server on this machine, whose CPU time is then reported
 * @param json true to print the result as JSON instead of text
 * @param live true if stderr is a terminal
 */
public record LoadOptions(
        String url,
        Sockets sockets,
        Limit limit,
        Pace pace,
        RequestOptions request,
        Expected expected,
        Goal goal,
        OptionalLong pid,
        boolean json,
        boolean live) {
    /**
     * Connections and threads.
     *
     * @param connections 1 to 20,000
     * @param keepAlive false to open a new connection for each request
     * @param pipelining requests in flight on each connection
     * @param sources number of local addresses that connections come from
     * @param threads driving threads
     * @param timeout limit for a response and for connecting; empty for 10 s
     */
    public record Sockets(
            int connections, boolean keepAlive, int pipelining, int sources, int threads, Optional<Duration> timeout) {
        /** Returns that number of persistent connections, driven by one thread. */
        public static Sockets of(int connections) {
            return new Sockets(connections, true, 1, 1, 1, Optional.empty());
        }
    }

    /**
     * Length of the run.
     *
     * @param requests number of requests, or of connections if there are {@code calls}; empty for as many as fit in the
     *     duration
     * @param duration empty means 10 s if {@code requests} is empty too, otherwise no limit
     */
    public record Limit(OptionalLong requests, Optional<Duration> duration) {
        public static final Limit DEFAULT = new Limit(OptionalLong.empty(), Optional.empty());

        public static Limit count(long requests) {
            return new Limit(OptionalLong.of(requests), Optional.empty());
        }
    }

    /**
     * Times at which requests are due.
     *
     * @param ratePerSecond rate of requests, or of connections if there are {@code calls}; empty for a closed loop
     * @param isPoisson true for randomly drawn intervals between requests, false for constant ones
     * @param seed seed of all random choices
     * @param calls requests on each connection, which is then closed; empty for persistent connections
     */
    public record Pace(OptionalDouble ratePerSecond, boolean isPoisson, long seed, OptionalInt calls) {
        public static final Pace CLOSED_LOOP = new Pace(OptionalDouble.empty(), false, 0, OptionalInt.empty());

        public static Pace at(double ratePerSecond) {
            return new Pace(OptionalDouble.of(ratePerSecond), false, 0, OptionalInt.empty());
        }
    }

    /**
     * Requests that are sent.
     *
     * @param method default is GET, or POST if there is a body
     * @param fields header fields, {@code Name: value}
     * @param body file to send as the body of each request
     * @param isTemplate true to fill in placeholders in the body
     * @param urls file with a list of requests, which are sent instead
     * @param data file with rows of values for placeholders
     */
    public record RequestOptions(
            Optional<String> method,
            List<String> fields,
            Optional<Path> body,
            boolean isTemplate,
            Optional<Path> urls,
            Optional<Path> data) {
        public static final RequestOptions GET = new RequestOptions(
                Optional.empty(), List.of(), Optional.empty(), false, Optional.empty(), Optional.empty());

        public RequestOptions {
            fields = List.copyOf(fields);
            if (urls.isPresent() && (method.isPresent() || body.isPresent())) {
                throw new IllegalArgumentException(
                        "--method and --body cannot be combined with a file of URLs, which has its own");
            }
        }

        public RequestOptions withFields(List<String> added) {
            return new RequestOptions(method, added, body, isTemplate, urls, data);
        }

        public RequestOptions withBody(Path file, boolean template) {
            return new RequestOptions(method, fields, Optional.of(file), template, urls, data);
        }

        public RequestOptions withUrls(Path file) {
            return new RequestOptions(method, fields, body, isTemplate, Optional.of(file), data);
        }

        public RequestOptions withData(Path file) {
            return new RequestOptions(method, fields, body, isTemplate, urls, Optional.of(file));
        }
    }

    /**
     * Properties that every response must have.
     *
     * @param body file with the exact body
     */
    public record Expected(OptionalInt status, OptionalLong bodyBytes, Optional<Path> body) {
        public static final Expected ANYTHING =
                new Expected(OptionalInt.empty(), OptionalLong.empty(), Optional.empty());
    }

    /**
     * Bounds to judge the run by.
     *
     * @param serviceLevel bounds such as {@code p99<10ms,errors=0}
     * @param searchMaxRate true to search for the highest rate that stays within the bounds
     */
    public record Goal(Optional<String> serviceLevel, boolean searchMaxRate) {
        public static final Goal NONE = new Goal(Optional.empty(), false);

        public Goal {
            if (searchMaxRate && serviceLevel.isEmpty()) {
                throw new IllegalArgumentException("the search for the highest rate needs bounds, see --slo");
            }
        }
    }

    /** Returns ten connections that send GET for ten seconds. */
    public static LoadOptions defaults(String url) {
        return new LoadOptions(
                url,
                Sockets.of(10),
                Limit.DEFAULT,
                Pace.CLOSED_LOOP,
                RequestOptions.GET,
                Expected.ANYTHING,
                Goal.NONE,
                OptionalLong.empty(),
                false,
                false);
    }

    public LoadOptions with(Sockets value) {
        return new LoadOptions(url, value, limit, pace, request, expected, goal, pid, json, live);
    }

    public LoadOptions with(Limit value) {
        return new LoadOptions(url, sockets, value, pace, request, expected, goal, pid, json, live);
    }

    public LoadOptions with(Pace value) {
        return new LoadOptions(url, sockets, limit, value, request, expected, goal, pid, json, live);
    }

    public LoadOptions with(RequestOptions value) {
        return new LoadOptions(url, sockets, limit, pace, value, expected, goal, pid, json, live);
    }

    public LoadOptions with(Goal value) {
        return new LoadOptions(url, sockets, limit, pace, request, expected, value, pid, json, live);
    }

    public LoadOptions withPid(long value) {
        return new LoadOptions(url, sockets, limit, pace, request, expected, goal, OptionalLong.of(value), json, live);
    }

    public LoadOptions asJson() {
        return new LoadOptions(url, sockets, limit, pace, request, expected, goal, pid, true, live);
    }
}
