package vesper.bench.documents;

import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One thing that is measured of every contestant of a stage.
 *
 * @param name for files
 * @param label for people
 * @param command to the driver
 * @param window the same for one window of the warm-up
 * @param isDurable whether the documents are, so that a promise belongs to a figure of writes
 * @param contestants who are asked, of those of the stage
 * @param bars the least times Xenon's figure per CPU second, or the most bytes; none where nothing is demanded
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

    /** Of a command, so many parts of whose requests, or of whose time, are a window of the warm-up. */
    static String windowOf(String command, int parts) {
        return Pattern.compile(WINDOWS)
                .matcher(command)
                .replaceAll(found -> found.group(1) + "=" + Math.max(1, Integer.parseInt(found.group(2)) / parts));
    }

    /** The command that asks a node for the versions of what a command has driven. */
    static String versionsOf(String command) {
        return "versions"
                + Pattern.compile(" (kind|documents)=\\S+")
                        .matcher(command)
                        .results()
                        .map(MatchResult::group)
                        .collect(Collectors.joining());
    }

    boolean isFor(Contestant contestant) {
        return contestants.contains(contestant);
    }

    /** The same for those only. */
    DocumentsCase only(Contestant... those) {
        return new DocumentsCase(name, label, measure, command, window, isDurable, Set.of(those), bars);
    }
}
