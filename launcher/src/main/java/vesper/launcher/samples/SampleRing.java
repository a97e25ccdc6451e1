package vesper.launcher.samples;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A ring buffer of the newest {@value #MOST} samples. It stores them in one array of numbers of about 94 KB, so the
 * garbage collector has no objects to trace. Thread-safe.
 */
final class SampleRing {
    /** A quarter of an hour. */
    static final int MOST = 15 * 60;

    private static final int COLUMNS = 13;
    /** Stands for a missing number; no number is negative. */
    private static final long ABSENT = -1;

    private final long[] numbers = new long[MOST * COLUMNS];
    private long added;

    synchronized void add(Sample sample) {
        int at = (int) (added % MOST) * COLUMNS;
        for (long number : numbersOf(sample)) numbers[at++] = number;
        added++;
    }

    /** Returns at most the {@code most} newest samples, oldest first. */
    synchronized List<Sample> newest(int most) {
        int count = (int) Math.min(most, Math.min(added, MOST));
        List<Sample> samples = new ArrayList<>(count);
        for (long i = added - count; i < added; i++) samples.add(sampleAt((int) (i % MOST) * COLUMNS));
        return samples;
    }

    private static long[] numbersOf(Sample sample) {
        return new long[] {
            sample.at().toEpochMilli(),
            bits(sample.requestsPerSecond()),
            bits(sample.errorsPerSecond()),
            sample.p50Micros().orElse(ABSENT),
            sample.p99Micros().orElse(ABSENT),
            Double.doubleToRawLongBits(sample.cpuPercent()),
            sample.heapBytes(),
            sample.rssBytes().orElse(ABSENT),
            sample.gcMillis(),
            sample.connections(),
            sample.running(),
            sample.pending(),
            sample.lagMillis()
        };
    }

    private Sample sampleAt(int at) {
        return new Sample(
                Instant.ofEpochMilli(numbers[at]),
                rate(numbers[at + 1]),
                rate(numbers[at + 2]),
                count(numbers[at + 3]),
                count(numbers[at + 4]),
                Double.longBitsToDouble(numbers[at + 5]),
                numbers[at + 6],
                count(numbers[at + 7]),
                numbers[at + 8],
                numbers[at + 9],
                numbers[at + 10],
                numbers[at + 11],
                numbers[at + 12]);
    }

    private static long bits(OptionalDouble rate) {
        return rate.isPresent() ? Double.doubleToRawLongBits(rate.getAsDouble()) : ABSENT;
    }

    private static OptionalDouble rate(long bits) {
        return bits == ABSENT ? OptionalDouble.empty() : OptionalDouble.of(Double.longBitsToDouble(bits));
    }

    private static OptionalLong count(long number) {
        return number == ABSENT ? OptionalLong.empty() : OptionalLong.of(number);
    }
}
