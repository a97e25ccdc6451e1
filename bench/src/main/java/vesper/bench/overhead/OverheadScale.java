package vesper.bench.overhead;

import java.time.Duration;
import vesper.bench.instrument.Pace;

/**
 * How much is done.
 *
 * @param sustained length of the one long run of each case in each start
 * @param connections held open during a run
 * @param abRequests sent by a run of ab; 0 for no such runs
 * @param heap of each server, as java's flags have it
 */
public record OverheadScale(Pace pace, Duration sustained, int connections, long abRequests, String heap) {
    private static final int CONNECTIONS = 150;
    private static final long AB_REQUESTS = 20_000;
    private static final String HEAP = "2g";

    /** Runs are short and many, since what else a machine does comes and goes in ten seconds or so. */
    public static final OverheadScale FULL = new OverheadScale(
            Pace.FULL.withRounds(15).withRun(Duration.ofSeconds(1)).withWindow(Duration.ofMillis(500), 120),
            Duration.ofSeconds(30),
            CONNECTIONS,
            AB_REQUESTS,
            HEAP);

    /** Ends within three minutes. */
    public static final OverheadScale QUICK =
            new OverheadScale(Pace.QUICK, Duration.ofSeconds(10), CONNECTIONS, AB_REQUESTS, HEAP);
}
