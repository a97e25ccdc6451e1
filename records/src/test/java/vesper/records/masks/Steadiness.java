package vesper.records.masks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Checks that the time for a text grows linearly. With quadratic time, a client's text of the size that a rule keeps
 * would block an event loop for minutes.
 */
final class Steadiness {
    /** Takes seconds in quadratic time, even at eight bytes a step. */
    private static final int SIZE_BYTES = 128 * 1024;
    /** CPU time of this thread; linear time is a hundredth of it. */
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Takes tens of milliseconds in quadratic time, and a third of a millisecond in linear time. */
    private static final int SHORT_BYTES = SIZE_BYTES / 8;

    private static final long MOST_OF_SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    private static final int TRIES = 4;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Mask MASK = Mask.of(List.of("password", "pin", "secret", "api_key"));

    private Steadiness() {}

    static boolean isSteady(BodyKind kind, String prefix, String unit) {
        return isSteady(kind, prefix.getBytes(UTF_8), unit.getBytes(UTF_8));
    }

    /**
     * Checks the time for repetitions of a unit. For nearly all inputs a short text already proves linear time; only
     * the others need the long one.
     *
     * @param unit repeated after the prefix
     */
    static boolean isSteady(BodyKind kind, byte[] prefix, byte[] unit) {
        if (nanos(kind, repeated(prefix, unit, SHORT_BYTES)) <= MOST_OF_SHORT_NANOS) return true;
        byte[] text = repeated(prefix, unit, SIZE_BYTES);
        // The first try may run before the code is compiled.
        for (int i = 0; i < TRIES; i++) if (nanos(kind, text) <= MOST_NANOS) return true;
        return false;
    }

    private static byte[] repeated(byte[] prefix, byte[] unit, int bytes) {
        byte[] text = Arrays.copyOf(prefix, bytes);
        for (int at = prefix.length; at < text.length; at++) text[at] = unit[(at - prefix.length) % unit.length];
        return text;
    }

    private static long nanos(BodyKind kind, byte[] text) {
        byte[] target = new byte[Masker.mostBytes(text.length)];
        Masker masker = new Masker();
        long begun = THREADS.getCurrentThreadCpuTime();
        masker.copy(MASK, kind, text, 0, text.length, target, 0);
        return THREADS.getCurrentThreadCpuTime() - begun;
    }
}
