package vesper.services.timers;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import vesper.services.Timers;

/** Records the changes that a method makes to its document's timers. Not thread-safe. */
public final class TimerChanges implements Timers {
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Set<String> names;
    private final InstantSource clock;
    private final boolean isNew;
    private final Map<String, Optional<SetTimer>> wanted = new LinkedHashMap<>();

    private TimerChanges(Set<String> names, InstantSource clock, boolean isNew) {
        this.names = names;
        this.clock = clock;
        this.isNew = isNew;
    }

    /** @param names names that timers may have */
    public static TimerChanges ofDocument(Set<String> names, InstantSource clock) {
        return new TimerChanges(names, clock, false);
    }

    /** Creates the changes for a new document. They drop timers that are left from an earlier document with its id. */
    public static TimerChanges ofNewDocument(Set<String> names, InstantSource clock) {
        return new TimerChanges(names, clock, true);
    }

    @Override
    public void after(String name, Duration time) {
        set(name, time, Duration.ZERO, false);
    }

    @Override
    public void every(String name, Duration time) {
        set(name, time, SHORTEST_PERIOD, true);
    }

    @Override
    public void cancel(String name) {
        requireName(name);
        wanted.put(name, Optional.empty());
    }

    private void set(String name, Duration time, Duration least, boolean isAgain) {
        requireName(name);
        requireTime(time, least);
        long millis = time.toMillis();
        wanted.put(name, Optional.of(new SetTimer(clock.millis() + millis, isAgain ? millis : 0)));
    }

    /** @throws IllegalArgumentException if the time is out of range */
    public static void requireTime(Duration time, boolean isPeriod) {
        requireTime(time, isPeriod ? SHORTEST_PERIOD : Duration.ZERO);
    }

    private static void requireTime(Duration time, Duration least) {
        if (time.compareTo(least) >= 0 && time.compareTo(LONGEST) <= 0) return;
        throw new BadTimerException("a timer is not set for " + time + "; it may be " + least + " to " + LONGEST);
    }

    private void requireName(String name) {
        if (names.contains(name)) return;
        throw new BadTimerException(
                "no method has a timer " + name + "; there are " + String.join(", ", new TreeSet<>(names)));
    }

    boolean areNone() {
        return wanted.isEmpty() && !isNew;
    }

    /** @param setting number that distinguishes the timers set now from all others; null if that is not needed */
    TimersOfDocument on(TimersOfDocument before, @Nullable Long setting) {
        TimersOfDocument after = isNew ? TimersOfDocument.NONE : before;
        for (Map.Entry<String, Optional<SetTimer>> change : wanted.entrySet()) {
            String name = change.getKey();
            after = change.getValue().isPresent()
                    ? after.with(name, change.getValue().get().setAs(setting))
                    : after.without(name);
        }
        return after;
    }
}
