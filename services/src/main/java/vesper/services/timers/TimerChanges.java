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
    private static final Duration MIN_PERIOD = Duration.ofSeconds(1);
    private static final Duration MAX_DURATION = Duration.ofDays(36_500);

    private final Set<String> names;
    private final InstantSource clock;
    private final boolean isNew;
    private final Map<String, Optional<TimerState>> changes = new LinkedHashMap<>();

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
        set(name, time, MIN_PERIOD, true);
    }

    @Override
    public void cancel(String name) {
        requireName(name);
        changes.put(name, Optional.empty());
    }

    private void set(String name, Duration time, Duration min, boolean isPeriodic) {
        requireName(name);
        requireTime(time, min);
        long millis = time.toMillis();
        changes.put(name, Optional.of(new TimerState(clock.millis() + millis, isPeriodic ? millis : 0)));
    }

    /** @throws IllegalArgumentException if the time is out of range */
    public static void requireTime(Duration time, boolean isPeriod) {
        requireTime(time, isPeriod ? MIN_PERIOD : Duration.ZERO);
    }

    private static void requireTime(Duration time, Duration min) {
        if (time.compareTo(min) >= 0 && time.compareTo(MAX_DURATION) <= 0) return;
        throw new BadTimerException(
                "a timer cannot be set for " + time + "; the time must be from " + min + " to " + MAX_DURATION);
    }

    private void requireName(String name) {
        if (names.contains(name)) return;
        throw new BadTimerException(
                "there is no timer " + name + "; known timers: " + String.join(", ", new TreeSet<>(names)));
    }

    boolean isEmpty() {
        return changes.isEmpty() && !isNew;
    }

    /** @param setting number that distinguishes the timers set now from all others; null if that is not needed */
    DocumentTimers applyTo(DocumentTimers before, @Nullable Long setting) {
        DocumentTimers after = isNew ? DocumentTimers.NONE : before;
        for (Map.Entry<String, Optional<TimerState>> change : changes.entrySet()) {
            String name = change.getKey();
            after = change.getValue().isPresent()
                    ? after.with(name, change.getValue().get().withSetting(setting))
                    : after.without(name);
        }
        return after;
    }
}
