package vesper.records.throttling;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.Audience;
import vesper.http.Destinations;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.rules.ThrottlingRule;
import vesper.records.rules.ThrottlingRules;
import vesper.rest.triggers.Invocation;

/**
 * The filter that rejects requests beyond a rule's limit with 429 and {@code Retry-After}, and passes all others on.
 * Operators and health checks have no limit: an operator must always be able to remove a rule. A request is
 * counted before it is handled, so it counts even if it fails. Thread-safe. Rules may be changed at any time; the
 * counts of an unchanged rule are kept.
 *
 * <p>While there are no rules ({@link #isOff}), a request costs one read and a comparison.
 *
 * <p>All rules together keep individual counts for {@value #MOST_KEYS} users and addresses, in 7 to 10 MiB. Beyond
 * that, several keys share a count; the shared counts take 36 KiB for each rule that needs them ({@code Counts}).
 * Counts are in memory and are lost when the server stops.
 */
public final class Throttling implements Filter {
    /** Number of users and addresses that have a count of their own, over all rules. */
    public static final int MOST_KEYS = 50_000;

    private static final int LEAST_KEYS_OF_A_RULE = 50;

    /** An immutable set of rules with their counts, replaced as a whole. */
    private record Limits(ThrottlingRules rules, List<Counts> counts) {}

    private final Destinations destinations;
    private final Clock clock;
    private final RandomGenerator random;
    private final Codec codec = new Codec(true);
    private volatile @Nullable Limits limits;

    /**
     * Creates an instance without rules.
     *
     * @param destinations knows for whom the route of a request is
     * @param random a generator that clients cannot predict, such as {@link java.security.SecureRandom}
     */
    public Throttling(Destinations destinations, Clock clock, RandomGenerator random) {
        this.destinations = destinations;
        this.clock = clock;
        this.random = random;
    }

    /** Replaces the rules. */
    public synchronized void use(ThrottlingRules rules) {
        if (rules.isEmpty()) {
            limits = null;
            return;
        }
        int most = Math.max(LEAST_KEYS_OF_A_RULE, MOST_KEYS / rules.all().size());
        limits = new Limits(
                rules, rules.all().stream().map(rule -> countsFor(rule, most)).toList());
    }

    private Counts countsFor(ThrottlingRule rule, int most) {
        Limits before = limits;
        if (before != null) {
            for (Counts counts : before.counts) {
                if (counts.rule().equals(rule)) return counts.room(most);
            }
        }
        return new Counts(rule, most, random.nextInt());
    }

    /** Checks whether there are no rules. */
    public boolean isOff() {
        return limits == null;
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        Response refusal = refusal(request);
        return refusal == null ? next.handle(request) : refusal;
    }

    /** Counts a request. Returns the response if a limit rejects the request, null otherwise. */
    public @Nullable Response refusal(Request request) {
        Limits now = limits;
        if (now == null) return null;
        int index = now.rules.match(Invocation.methodOf(request), request.path());
        if (index < 0 || destinations.of(request).audience() != Audience.SERVICE) return null;
        ThrottlingRule rule = now.counts.get(index).rule();
        long waitMillis = now.counts.get(index).admit(CallerKey.of(rule.per(), request), clock.millis());
        return waitMillis == 0 ? null : refusal(rule, waitMillis);
    }

    private Response refusal(ThrottlingRule rule, long waitMillis) {
        long waitSeconds = Math.ceilDiv(waitMillis, 1000L);
        String told = "The limit is " + rule.limit() + " requests per "
                + rule.every().name().toLowerCase(Locale.ROOT) + "; try again in " + waitSeconds + " s";
        boolean platform = rule.form() == ThrottlingRule.Form.PLATFORM;
        return Response.of(429)
                .header("Retry-After", Long.toString(waitSeconds))
                .header("Content-Type", platform ? "application/json" : "application/problem+json")
                .body(codec.write(MediaFormat.JSON, platform ? platformBody(told) : problem(told)));
    }

    private static Map<String, Object> problem(String told) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("title", "Too Many Requests");
        body.put("status", 429);
        body.put("detail", told);
        return body;
    }

    private static Map<String, Object> platformBody(String told) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("result", "ERROR");
        body.put("apiErrorCode", -1);
        body.put("message", told);
        return body;
    }
}
