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

/** Notes what a method wants of its document's timers. Belongs to one thread. */
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

    /** @param names that timers may have */
    public static TimerChanges ofDocument(Set<String> names, InstantSource clock) {
        return new TimerChanges(names, clock, false);
    }

    /** Of a document that was not there; timers of an earlier one with its id are no more. */
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

    /** @throws IllegalArgumentException where timers are not set for such a time */
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

    /** @param setting tells the timers that are set now from those of any other time; null where nobody has to */
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
