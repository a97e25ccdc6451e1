package vesper.records.rules;

import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.records.masks.Mask;

/** A Tracker rule prepared for matching. Immutable. */
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

    boolean matches(@Nullable Method method) {
        return methods.matches(method);
    }

    /** Returns the rule in its original form, with sender, receiver and document type. */
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

    /** Returns the document type of the transactions, or empty. */
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

    /** Returns how many bytes of each body are kept. */
    public int bodyBytes() {
        return rule.bodyBytes();
    }
}
