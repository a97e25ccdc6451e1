package vesper.bench.overhead;

import java.time.Duration;

/**
 * How much is done, and how patiently.
 *
 * @param rounds in each of which every case has its runs
 * @param run length of a recorded run by our own generator
 * @param sustained length of the one long run of each case
 * @param window length of one warm-up window
 * @param fewestWindows nothing is called warm before
 * @param mostWindows after so many, what is not steady is called not stable
 * @param tolerance what steady means, see {@link vesper.bench.statistics.Steadiness}
 * @param connections held open during a run
 * @param abRequests sent by a run of ab
 * @param heap of each server, as java's flags have it
 * @param patience how long a server may take to seal what a run left behind
 */
public record OverheadScale(
        int rounds,
        Duration run,
        Duration sustained,
        Duration window,
        int fewestWindows,
        int mostWindows,
        double tolerance,
        int connections,
        long abRequests,
        String heap,
        Duration patience) {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final double FIVE_PERCENT = 0.05;
    private static final double TEN_PERCENT = 0.1;
    private static final int CONNECTIONS = 150;
    private static final long AB_REQUESTS = 20_000;
    private static final String HEAP = "2g";

    /** Runs are short and many, since what else a machine does comes and goes in ten seconds or so. */
    public static final OverheadScale FULL = new OverheadScale(
            40,
            SECOND,
            Duration.ofSeconds(60),
            SECOND,
            15,
            60,
            FIVE_PERCENT,
            CONNECTIONS,
            AB_REQUESTS,
            HEAP,
            Duration.ofMinutes(5));

    /** Ends within three minutes. */
    public static final OverheadScale QUICK = new OverheadScale(
            9,
            Duration.ofMillis(800),
            Duration.ofSeconds(10),
            SECOND,
            9,
            12,
            TEN_PERCENT,
            CONNECTIONS,
            AB_REQUESTS,
            HEAP,
            Duration.ofMinutes(1));
}
