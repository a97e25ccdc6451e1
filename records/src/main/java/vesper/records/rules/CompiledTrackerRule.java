package vesper.records.rules;

import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.records.masks.Mask;

/** A rule of the Tracker, made ready to be asked. Immutable. */
public final class CompiledTrackerRule {
    private final TrackerRule rule;
    final PathFilter path;
    private final MethodFilter methods;
    private final Mask mask;

    CompiledTrackerRule(TrackerRule rule) {
        this.rule = rule;
        path = PathFilter.ant(rule.pattern());
        methods = new MethodFilter(rule.methods());
        mask = Mask.of(rule.mask());
    }

    boolean matches(Method method) {
        return methods.matches(method);
    }

    /** The rule as it was written: sender, receiver and document type. */
    public TrackerRule rule() {
        return rule;
    }

    public boolean keepsRequest() {
        return rule.scope() == TrackerScope.ALL || rule.scope() == TrackerScope.REQUEST;
    }

    public boolean keepsResponse() {
        return rule.scope() == TrackerScope.ALL || rule.scope() == TrackerScope.RESPONSE;
    }

    public Mask mask() {
        return mask;
    }

    /** What the transactions are, or empty. */
    public String type() {
        return orEmpty(rule.documentType());
    }

    public String sender() {
        return orEmpty(rule.senderId());
    }

    public String receiver() {
        return orEmpty(rule.receiverId());
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** How much of each body is kept. */
    public int bodyBytes() {
        return rule.bodyBytes();
    }
}
