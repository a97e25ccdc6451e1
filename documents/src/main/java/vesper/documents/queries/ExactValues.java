package vesper.documents.queries;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Looks for texts in a document, letter by letter: names of members and values in the case in which they are written.
 * Reads the whole document, however large it is, so a rule cannot be avoided by what an index would leave out.
 */
final class ExactValues {
    private static final JsonFactory JSON = new JsonFactory();

    private ExactValues() {}

    /**
     * Returns whether a text at a path is one of these. An element of an array has the path of the array.
     *
     * @param path names of members with full stops between
     */
    static boolean contains(byte[] json, String path, Set<String> texts) {
        Deque<String> paths = new ArrayDeque<>();
        String current = "";
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                switch (token) {
                    case START_OBJECT, START_ARRAY -> paths.push(current);
                    case END_OBJECT, END_ARRAY -> current = paths.pop();
                    case PROPERTY_NAME -> {
                        String outer = paths.element();
                        current = outer.isEmpty() ? parser.currentName() : outer + "." + parser.currentName();
                    }
                    case VALUE_STRING -> {
                        if (current.equals(path) && texts.contains(parser.getString())) return true;
                    }
                    default -> {
                        // Only texts can be equal to one.
                    }
                }
            }
            return false;
        } catch (JacksonException _) {
            return false;
        }
    }
}
