package vesper.http;

import java.time.Duration;

/**
 * Settings of the overload protection.
 *
 * @param enabled whether requests are refused under overload
 * @param target how long a request may wait for its event loop, or for a platform thread, under overload; those that
 *     have waited longer are refused. Overload starts with waits of five times as long for a tenth of a second, or of
 *     25 times as long once
 * @param mostWaiting handlers that may wait at a time, for a database for example; beyond, requests are refused
 */
public record OverloadSettings(boolean enabled, Duration target, int mostWaiting) {
    public static final OverloadSettings DEFAULTS = new OverloadSettings(true, Duration.ofMillis(20), 10_000);

    public OverloadSettings {
        if (target.isNegative() || target.isZero()) throw new IllegalArgumentException("a target of " + target);
        if (mostWaiting < 1) throw new IllegalArgumentException("at most " + mostWaiting + " waiting handlers");
    }
}
