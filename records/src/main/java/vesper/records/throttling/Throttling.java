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
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.rules.ThrottlingRule;
import vesper.records.rules.ThrottlingRules;

/**
 * Refuses what is beyond a rule's limit with 429 and {@code Retry-After}, and hands everything else on. A request is
 * counted before it is handled, whatever comes of it. Any thread may call; rules may change at any time, and what was
 * counted for a rule that stays as it is goes on to count.
 *
 * <p>While there is no rule, {@link #isOff}, a request costs one read and a comparison.
 *
 * <p>All rules together count for {@value #MOST_KEYS} users and addresses one by one, in 7 to 10 MiB; beyond that several
 * share a count, for which each rule that comes to it takes 36 KiB ({@code Counts}). Counts are in memory, and begin anew
 * with the server.
 */
public final class Throttling implements Handler {
    /** Users and addresses that have a count of their own, of all rules together. */
    public static final int MOST_KEYS = 50_000;

    private static final int LEAST_KEYS_OF_A_RULE = 50;

    /** What is asked for a request; replaced as a whole. */
    private record Limits(ThrottlingRules rules, List<Counts> counts) {}

    private final Handler next;
    private final Clock clock;
    private final RandomGenerator random;
    private final Codec codec = new Codec(true);
    private volatile @Nullable Limits limits;

    /**
     * No rules yet.
     *
     * @param random what strangers cannot foresee, a {@link java.security.SecureRandom}
     */
    public Throttling(Handler next, Clock clock, RandomGenerator random) {
        this.next = next;
        this.clock = clock;
        this.random = random;
    }

    /** Goes by these rules from now on. */
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

    /** Whether there is no rule. */
    public boolean isOff() {
        return limits == null;
    }

    @Override
    public Response handle(Request request) throws Exception {
        Response refusal = refusal(request);
        return refusal == null ? next.handle(request) : refusal;
    }

    /** Counts a request; the answer to one that is beyond a limit, null for all others. */
    public @Nullable Response refusal(Request request) {
        Limits now = limits;
        if (now == null) return null;
        int index = now.rules.match(request.method(), request.path());
        if (index < 0) return null;
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
