package vesper.bench.documents;

import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One measurement that is made of every contestant of a stage.
 *
 * @param name for files
 * @param label for people
 * @param command command to the driver
 * @param window command for one window of the warm-up
 * @param isDurable true for durable documents, so that reports state the promise with a figure of writes
 * @param contestants contestants that take part, among those of the stage
 * @param bars smallest ratio to Xenon's figure per CPU second, or largest number of bytes or seconds; no entry if there
 *     is no bar
 */
record DocumentsCase(
        String name,
        String label,
        Measure measure,
        String command,
        String window,
        boolean isDurable,
        Set<Contestant> contestants,
        Map<Contestant, Double> bars) {
    private static final String WINDOWS = "\\b(count|millis)=(\\d+)";

    DocumentsCase {
        contestants = Set.copyOf(contestants);
        bars = Map.copyOf(bars);
    }

    /**
     * Derives the command for a window of the warm-up: its number of requests, or its time, is divided by {@code
     * parts}.
     */
    static String windowOf(String command, int parts) {
        return Pattern.compile(WINDOWS)
                .matcher(command)
                .replaceAll(found -> found.group(1) + "=" + Math.max(1, Integer.parseInt(found.group(2)) / parts));
    }

    /** Returns the command that reads from a node the versions of the documents that another command has driven. */
    static String versionsOf(String command) {
        return "versions"
                + Pattern.compile(" (kind|documents)=\\S+")
                        .matcher(command)
                        .results()
                        .map(MatchResult::group)
                        .collect(Collectors.joining());
    }

    boolean includes(Contestant contestant) {
        return contestants.contains(contestant);
    }

    /** Returns a copy for these contestants only. */
    DocumentsCase restrictedTo(Contestant... those) {
        return new DocumentsCase(name, label, measure, command, window, isDurable, Set.of(those), bars);
    }
}
