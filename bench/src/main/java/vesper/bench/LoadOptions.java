package vesper.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a user can say about {@code load}.
 *
 * @param url plain http only; its path and query may have placeholders
 * @param pid of the server, on this machine, whose CPU time is then told
 * @param json the result goes to stdout as JSON instead of lines for people
 * @param live whether somebody watches stderr on a terminal
 */
public record LoadOptions(
        String url,
        Sockets sockets,
        Limit limit,
        Pace pace,
        Sent sent,
        Expected expected,
        Goal goal,
        OptionalLong pid,
        boolean json,
        boolean live) {
    /**
     * @param connections 1 to 20,000
     * @param keepAlive false for a connection for each request
     * @param pipelining requests in flight on each connection
     * @param sources addresses of this machine that connections come from
     * @param threads that drive
     * @param timeout of an answer, and of a connection; empty for 10 s
     */
    public record Sockets(
            int connections, boolean keepAlive, int pipelining, int sources, int threads, Optional<Duration> timeout) {
        /** So many, kept, on one thread. */
        public static Sockets of(int connections) {
            return new Sockets(connections, true, 1, 1, 1, Optional.empty());
        }
    }

    /**
     * @param requests how many, or with calls how many connections; empty for as many as fit in the duration
     * @param duration how long; empty means 10 s where {@code requests} is empty too, otherwise no limit
     */
    public record Limit(OptionalLong requests, Optional<Duration> duration) {
        public static final Limit USUAL = new Limit(OptionalLong.empty(), Optional.empty());

        public static Limit count(long requests) {
            return new Limit(OptionalLong.of(requests), Optional.empty());
        }
    }

    /**
     * @param ratePerSecond requests, or with calls connections, are due at this rate; empty for a closed loop
     * @param isPoisson whether times between them are drawn; otherwise they are the same
     * @param seed of everything that is drawn
     * @param calls on each connection, which is then closed; empty for connections that are kept
     */
    public record Pace(OptionalDouble ratePerSecond, boolean isPoisson, long seed, OptionalInt calls) {
        public static final Pace CLOSED_LOOP = new Pace(OptionalDouble.empty(), false, 0, OptionalInt.empty());

        public static Pace at(double ratePerSecond) {
            return new Pace(OptionalDouble.of(ratePerSecond), false, 0, OptionalInt.empty());
        }
    }

    /**
     * @param method GET, or POST where there is a body, unless said otherwise
     * @param fields of the header, {@code Name: value}
     * @param body a file that is sent with each request
     * @param isTemplate whether placeholders in the body are filled
     * @param urls a file with other requests, which then are sent instead
     * @param data a file with rows for placeholders
     */
    public record Sent(
            Optional<String> method,
            List<String> fields,
            Optional<Path> body,
            boolean isTemplate,
            Optional<Path> urls,
            Optional<Path> data) {
        public static final Sent GET =
                new Sent(Optional.empty(), List.of(), Optional.empty(), false, Optional.empty(), Optional.empty());

        public Sent {
            fields = List.copyOf(fields);
            if (urls.isPresent() && (method.isPresent() || body.isPresent())) {
                throw new IllegalArgumentException("a file of URLs says what methods and bodies are");
            }
        }

        public Sent with(List<String> added) {
            return new Sent(method, added, body, isTemplate, urls, data);
        }

        public Sent withBody(Path file, boolean template) {
            return new Sent(method, fields, Optional.of(file), template, urls, data);
        }

        public Sent withUrls(Path file) {
            return new Sent(method, fields, body, isTemplate, Optional.of(file), data);
        }

        public Sent withData(Path file) {
            return new Sent(method, fields, body, isTemplate, urls, Optional.of(file));
        }
    }

    /** @param body a file that holds what each answer has to be */
    public record Expected(OptionalInt status, OptionalLong bodyBytes, Optional<Path> body) {
        public static final Expected ANYTHING =
                new Expected(OptionalInt.empty(), OptionalLong.empty(), Optional.empty());
    }

    /**
     * @param serviceLevel bounds such as {@code p99<10ms,errors=0}
     * @param findMax whether the highest rate is looked for that keeps to them
     */
    public record Goal(Optional<String> serviceLevel, boolean findMax) {
        public static final Goal NONE = new Goal(Optional.empty(), false);

        public Goal {
            if (findMax && serviceLevel.isEmpty()) {
                throw new IllegalArgumentException("the highest rate is looked for under bounds, which --slo gives");
            }
        }
    }

    /** Ten seconds, ten connections, GET. */
    public static LoadOptions defaults(String url) {
        return new LoadOptions(
                url,
                Sockets.of(10),
                Limit.USUAL,
                Pace.CLOSED_LOOP,
                Sent.GET,
                Expected.ANYTHING,
                Goal.NONE,
                OptionalLong.empty(),
                false,
                false);
    }

    public LoadOptions with(Sockets value) {
        return new LoadOptions(url, value, limit, pace, sent, expected, goal, pid, json, live);
    }

    public LoadOptions with(Limit value) {
        return new LoadOptions(url, sockets, value, pace, sent, expected, goal, pid, json, live);
    }

    public LoadOptions with(Pace value) {
        return new LoadOptions(url, sockets, limit, value, sent, expected, goal, pid, json, live);
    }

    public LoadOptions with(Sent value) {
        return new LoadOptions(url, sockets, limit, pace, value, expected, goal, pid, json, live);
    }

    public LoadOptions with(Goal value) {
        return new LoadOptions(url, sockets, limit, pace, sent, expected, value, pid, json, live);
    }

    public LoadOptions ofProcess(long value) {
        return new LoadOptions(url, sockets, limit, pace, sent, expected, goal, OptionalLong.of(value), json, live);
    }

    public LoadOptions asJson() {
        return new LoadOptions(url, sockets, limit, pace, sent, expected, goal, pid, true, live);
    }
}
