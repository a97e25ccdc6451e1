package vesper.services.timers;

import java.util.Map;
import java.util.TreeMap;

/**
 * The stored timers of one document.
 *
 * @param timers timers by name
 */
record DocumentTimers(Map<String, TimerState> timers) {
    static final DocumentTimers NONE = new DocumentTimers(Map.of());

    DocumentTimers {
        timers = Map.copyOf(timers);
    }

    DocumentTimers with(String name, TimerState timer) {
        var all = new TreeMap<>(timers);
        all.put(name, timer);
        return new DocumentTimers(all);
    }

    DocumentTimers without(String name) {
        var all = new TreeMap<>(timers);
        all.remove(name);
        return new DocumentTimers(all);
    }

    boolean hasTimerDueAt(long due) {
        return timers.values().stream().anyMatch(timer -> timer.due() == due);
    }
}
