package vesper.http;

import java.time.Duration;

/**
 * What a server does while more is asked of it than it can answer.
 *
 * @param enabled whether anything is refused for that
 * @param target how long a request may wait for its event loop, or for a platform thread, while there are too many;
 *     whoever waits longer is refused. Five times as long for a tenth of a second is too many, and so is 25 times as
 *     long once
 * @param mostWaiting handlers that may wait at once, for a database for example; beyond, requests are refused
 */
public record OverloadSettings(boolean enabled, Duration target, int mostWaiting) {
    public static final OverloadSettings DEFAULTS = new OverloadSettings(true, Duration.ofMillis(20), 10_000);

    public OverloadSettings {
        if (target.isNegative() || target.isZero()) throw new IllegalArgumentException("a target of " + target);
        if (mostWaiting < 1) throw new IllegalArgumentException("at most " + mostWaiting + " waiting handlers");
    }
}
