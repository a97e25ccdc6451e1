package vesper.rest.paths;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One piece of a path pattern, between two slashes. */
public sealed interface Segment {
    /** How the segment looks when the names of its variables do not matter; patterns of one shape are the same. */
    String shape();

    /** Just this text, compared after percent-decoding. */
    record Literal(String text) implements Segment {
        @Override
        public String shape() {
            return text;
        }
    }

    /** Any one segment: {@code {id}}, or {@code *} without a name. */
    record Variable(@Nullable String name) implements Segment {
        @Override
        public String shape() {
            return "{}";
        }
    }

    /**
     * A segment with a form of its own: {@code {id:[0-9]+}}, {@code {name}.json} or {@code report-?}.
     *
     * @param written as it stands in the pattern
     * @param form has a group for each name
     * @param generality the less the more specific: few wildcards, then few variables, then much text, as Spring has it
     */
    record Formed(String written, Pattern form, List<String> names, int generality) implements Segment {
        @Override
        public String shape() {
            return "{" + form + "}";
        }
    }

    /** All that is left of the path, also nothing: {@code **} or {@code {*path}}, at the end only. */
    record Rest(@Nullable String name) implements Segment {
        @Override
        public String shape() {
            return "**";
        }
    }
}
