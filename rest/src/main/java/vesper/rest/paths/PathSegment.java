package vesper.rest.paths;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A segment of a path pattern, between two slashes. */
public sealed interface PathSegment {
    /** Returns a key that is equal for segments that differ only in the names of variables. */
    String shape();

    /** A fixed text, compared after percent-decoding. */
    record Literal(String text) implements PathSegment {
        @Override
        public String shape() {
            return text;
        }
    }

    /** Any single segment: {@code {id}}, or {@code *} without a name. */
    record Variable(@Nullable String name) implements PathSegment {
        @Override
        public String shape() {
            return "{}";
        }
    }

    /**
     * A segment with a regular expression or wildcards: {@code {id:[0-9]+}}, {@code {name}.json} or {@code report-?}.
     *
     * @param written the text in the pattern
     * @param regex has a group for each name
     * @param generality smaller is more specific: fewer wildcards, then fewer variables, then more fixed text, as in
     *     Spring
     */
    record Patterned(String written, Pattern regex, List<String> names, int generality) implements PathSegment {
        @Override
        public String shape() {
            return "{" + regex + "}";
        }
    }

    /** The rest of the path, which may be empty: {@code **} or {@code {*path}}. Only at the end of a pattern. */
    record Rest(@Nullable String name) implements PathSegment {
        @Override
        public String shape() {
            return "**";
        }
    }
}
