package vesper.services.timers;

import java.util.Map;
import java.util.TreeMap;

/**
 * The stored timers of one document.
 *
 * @param timers timers by name
 */
record TimersOfDocument(Map<String, SetTimer> timers) {
    static final TimersOfDocument NONE = new TimersOfDocument(Map.of());

    TimersOfDocument {
        timers = Map.copyOf(timers);
    }

    TimersOfDocument with(String name, SetTimer timer) {
        var all = new TreeMap<>(timers);
        all.put(name, timer);
        return new TimersOfDocument(all);
    }

    TimersOfDocument without(String name) {
        var all = new TreeMap<>(timers);
        all.remove(name);
        return new TimersOfDocument(all);
    }

    boolean isSetFor(long due) {
        return timers.values().stream().anyMatch(timer -> timer.due() == due);
    }
}
