package vesper.bench.overhead;

import java.time.Duration;
import vesper.bench.instrument.Pace;

/**
 * The amount of work in the experiment.
 *
 * @param sustained length of the one long run of each case in each start
 * @param connections connections held open during a run
 * @param abRequests requests in a run of ab; 0 for no such runs
 * @param heap heap size of each server, in the form of java's flags
 */
public record OverheadScale(Pace pace, Duration sustained, int connections, long abRequests, String heap) {
    private static final int CONNECTIONS = 150;
    private static final long AB_REQUESTS = 20_000;
    private static final String HEAP = "2g";

    /** Many short runs, since disturbances on a machine come and go within about ten seconds. */
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
