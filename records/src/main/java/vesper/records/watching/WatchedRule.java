package vesper.records.watching;

import org.jspecify.annotations.Nullable;
import vesper.records.rules.Alert;
import vesper.records.rules.MonitorRule;

/** A rule with its alert and the outboxes of its callback and webhook. Not thread-safe. */
final class WatchedRule {
    private final Calls calls;
    private MonitorRule rule;
    private @Nullable Outbox callback;
    private @Nullable Outbox webhook;
    private @Nullable AlertWatch alert;

    private WatchedRule(Calls calls, MonitorRule rule) {
        this.calls = calls;
        this.rule = rule;
    }

    static WatchedRule of(MonitorRule rule, Calls calls) {
        WatchedRule watched = new WatchedRule(calls, rule);
        watched.become(rule);
        return watched;
    }

    /** Applies a changed rule. Outboxes keep their queued messages; the alert is kept if its definition is the same. */
    void become(MonitorRule changed) {
        rule = changed;
        callback = outbox(callback, "the callback", changed.callback());
        Alert wanted = changed.alert();
        webhook = outbox(webhook, "the webhook", wanted == null ? null : wanted.webhook());
        AlertWatch known = alert;
        boolean isSame = known != null && known.alert().equals(wanted);
        if (!isSame) alert = wanted == null ? null : new AlertWatch(wanted);
    }

    private @Nullable Outbox outbox(@Nullable Outbox known, String what, @Nullable String destination) {
        if (destination == null) {
            if (known != null) known.drop();
            return null;
        }
        String name = what + " of the rule " + rule.name();
        if (known == null) return calls.to(name, destination);
        known.setReceiver(name, calls.receiver(destination));
        return known;
    }

    MonitorRule rule() {
        return rule;
    }

    @Nullable
    Outbox callback() {
        return callback;
    }

    @Nullable
    Outbox webhook() {
        return webhook;
    }

    @Nullable
    AlertWatch alert() {
        return alert;
    }

    void pump() {
        if (callback != null) callback.pump();
        if (webhook != null) webhook.pump();
    }

    /** Checks whether both outboxes have nothing to wait for. */
    boolean isQuiet() {
        return (callback == null || callback.isQuiet()) && (webhook == null || webhook.isQuiet());
    }

    void drop() {
        if (callback != null) callback.drop();
        if (webhook != null) webhook.drop();
    }
}
