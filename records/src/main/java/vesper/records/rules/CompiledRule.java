package vesper.records.rules;

import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.records.masks.Mask;

/** A Monitor rule prepared for matching. Immutable. */
public final class CompiledRule {
    private static final double ALL = 0x1p63;

    private final MonitorRule rule;
    final PathFilter path;
    private final MethodFilter methods;
    private final StatusFilter statuses;
    private final @Nullable String packageName;
    private final @Nullable String service;
    private final long minNanos;
    private final boolean headers;
    private final boolean query;
    private final boolean bodies;
    private final Mask mask;
    private final boolean all;
    /** Threshold: a number from 0 to 2^63 is in the sample if it is below. */
    private final long sampled;

    CompiledRule(MonitorRule rule) {
        this.rule = rule;
        path = PathFilter.of(rule.path(), rule.pathRegex());
        methods = new MethodFilter(rule.methods());
        statuses = new StatusFilter(rule.status());
        packageName = rule.packageName();
        service = rule.service();
        minNanos = rule.minMillis() * 1_000_000L;
        headers = rule.keep().contains(RecordPart.HEADERS);
        query = rule.keep().contains(RecordPart.QUERY);
        bodies = rule.keep().contains(RecordPart.BODIES);
        mask = Mask.of(rule.mask());
        all = rule.share() == 1;
        sampled = (long) (rule.share() * ALL);
    }

    /** Checks everything except the path. */
    boolean matches(@Nullable Method method, String ofPackage, String ofService, int status, long durationNanos) {
        return durationNanos >= minNanos
                && methods.matches(method)
                && statuses.matches(status)
                && (packageName == null || Glob.matches(packageName, ofPackage))
                && (service == null || Glob.matches(service, ofService));
    }

    /** Returns the rule in its original form. */
    public MonitorRule rule() {
        return rule;
    }

    public boolean keepsHeaders() {
        return headers;
    }

    public boolean keepsQuery() {
        return query;
    }

    public boolean keepsBodies() {
        return bodies;
    }

    /** Returns how many bytes of each body are kept; 0 if the rule does not keep bodies. */
    public int bodyBytes() {
        return bodies ? rule.bodyBytes() : 0;
    }

    public Mask mask() {
        return mask;
    }

    /**
     * Checks whether an exchange is in the sample. Equal numbers give equal results. Any numbers will do, including
     * counters and ids, because they are mixed first (the finalizer of MurmurHash3, public domain).
     */
    public boolean samples(long number) {
        return all || (mixed(number) >>> 1) < sampled;
    }

    private static long mixed(long number) {
        long mixed = (number ^ number >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }

    @Override
    public String toString() {
        return rule.name();
    }
}
