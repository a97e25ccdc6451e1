package vesper.launcher.english;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Words and openings of sentences that good technical English rarely needs. They are a thermometer: a sentence with a
 * marker may be fine, and one without may not be. CONTRIBUTING.md describes the English of this project.
 */
final class Markers {
    private static final Map<String, Pattern> PATTERNS = new LinkedHashMap<>();

    static {
        mark(
                "an actor without a noun",
                "\\b(?:whoever|nobody|somebody|whatever|wherever|whichever)\\b|(?:^|[.;:] )Who\\b|\\bby who\\b|\\bthose who\\b");
        mark("told", "\\b(?:is|are|was|were|be|been) told\\b|\\btells? of\\b|\\btold of\\b");
        mark(
                "an old-fashioned adverb",
                "\\b(?:anew|any more|no more|meanwhile|so many|so long as|for ever|by itself|of its own|as such|therein|thereof"
                        + "|withal|none is|is none|are none)\\b");
        mark(
                "a clause that continues a name",
                "^(?:What|Where|Whether|Who|How|As|Of|Has|From|For|One that|Those|That which|Such)\\b(?![^.]{0,200}\\?)");
        mark(
                "a question word as the subject",
                "(?:^|[.;] )(?:What|Where|Who|Whoever) [a-z][^.,]{0,60}? (?:is|are|was|has|have|does|do) ");
        mark(
                "let go and the like",
                "\\b(?:lets? go of|goes? on with|comes? to be|is done with|had it that|is of use|of more use)\\b");
    }

    private Markers() {}

    private static void mark(String name, String regex) {
        PATTERNS.put(name, Pattern.compile(regex));
    }

    /** Returns a line for each marker in a text: its name, and the start of the text. */
    static List<String> in(String text) {
        return PATTERNS.entrySet().stream()
                .flatMap(marker -> marker.getValue()
                        .matcher(text)
                        .results()
                        .map(_ -> "[" + marker.getKey() + "] " + text.substring(0, Math.min(160, text.length()))))
                .toList();
    }
}
