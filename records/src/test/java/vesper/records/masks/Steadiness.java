package vesper.records.masks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Whether the time for a text grows with its length and no faster: as much of a stranger's text as a rule keeps would
 * hold an event loop for minutes otherwise.
 */
final class Steadiness {
    /** Of which a quadratic search, eight bytes at a time, takes seconds. */
    private static final int SIZE_BYTES = 128 * 1024;
    /** CPU time of this thread; a linear one takes a hundredth of it. */
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final int TRIES = 4;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Mask MASK = Mask.of(List.of("password", "pin", "secret", "api_key"));

    private Steadiness() {}

    static boolean isSteady(BodyKind kind, String prefix, String unit) {
        return isSteady(kind, prefix.getBytes(UTF_8), unit.getBytes(UTF_8));
    }

    /** @param unit what comes again and again behind the prefix */
    static boolean isSteady(BodyKind kind, byte[] prefix, byte[] unit) {
        byte[] text = Arrays.copyOf(prefix, SIZE_BYTES);
        for (int at = prefix.length; at < text.length; at++) text[at] = unit[(at - prefix.length) % unit.length];
        byte[] target = new byte[Masker.mostBytes(text.length)];
        // The first may be one that nothing is compiled for yet.
        for (int i = 0; i < TRIES; i++) {
            long begun = THREADS.getCurrentThreadCpuTime();
            new Masker().copy(MASK, kind, text, 0, text.length, target, 0);
            if (THREADS.getCurrentThreadCpuTime() - begun <= MOST_NANOS) return true;
        }
        return false;
    }
}
