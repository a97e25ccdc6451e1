package vesper.documents.queries;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Passes a document to a sink: its id, then the names and values of its JSON in order. The index and the match of
 * single documents both use it, so they cannot differ.
 *
 * <p>Texts, including names, are passed up to {@value #MOST_CHARACTERS} characters in all. Only the first
 * {@value #MOST_VALUES} values have a path; later ones are passed as words only. If something was left out, or the JSON
 * could not be read to its end, the document is {@code _cut}. Used by one thread.
 */
final class DocumentWalk {
    static final int MOST_CHARACTERS = 256 << 10;
    static final int MOST_VALUES = 4096;
    private static final int LONGEST_NUMBER = 64;

    private static final JsonFactory JSON = new JsonFactory();

    private final DocumentSink sink;
    private final Paths paths = new Paths();
    private int charactersLeft;
    private int valuesLeft;

    DocumentWalk(DocumentSink sink) {
        this.sink = sink;
    }

    void show(SearchedDocument document) {
        charactersLeft = MOST_CHARACTERS;
        valuesLeft = MOST_VALUES;
        paths.clear();
        sink.value(Paths.ID, ValueKind.TEXT, document.id());
        sink.endOfText();
        sink.number(Paths.VERSION, (double) document.version());
        sink.time(Paths.TIME, document.storedAtMillis());
        if (document.isDeleted()) return;
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), document.json())) {
            if (!showAll(parser)) sink.cut();
        } catch (JacksonException _) {
            sink.cut();
        }
    }

    /** @return false if something was left out */
    private boolean showAll(JsonParser parser) {
        boolean isWhole = true;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            switch (token) {
                case PROPERTY_NAME -> {
                    String name = parser.currentName();
                    paths.enter(name);
                    isWhole &= shown(name, null);
                }
                case END_OBJECT, END_ARRAY -> leaveName(parser);
                case VALUE_STRING -> isWhole &= value(parser, ValueKind.TEXT);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> isWhole &= value(parser, ValueKind.NUMBER);
                case VALUE_TRUE, VALUE_FALSE -> isWhole &= value(parser, ValueKind.BOOLEAN);
                case VALUE_NULL -> isWhole &= value(parser, ValueKind.NULL);
                default -> {
                    // The starts of objects and arrays have no text.
                }
            }
            if (charactersLeft == 0) return false;
        }
        return isWhole;
    }

    private boolean value(JsonParser parser, ValueKind kind) {
        boolean isWhole = shown(parser.getString(), kind);
        leaveName(parser);
        return isWhole;
    }

    /** Leaves the current name after its value, but not after an element of an array. */
    private void leaveName(JsonParser parser) {
        if (parser.streamReadContext().inObject()) paths.leave();
    }

    /** @return whether the whole text was passed */
    private boolean shown(String all, @Nullable ValueKind kind) {
        boolean isWhole = all.length() <= charactersLeft;
        String text = isWhole ? all : all.substring(0, charactersLeft);
        charactersLeft -= text.length();
        if (kind == null) {
            sink.text(text);
            return isWhole;
        }
        long path = paths.hashOfValue();
        boolean isAtPath = path != Paths.NONE && valuesLeft > 0;
        if (path != Paths.NONE && valuesLeft-- <= 0) isWhole = false;
        sink.value(isAtPath ? path : Paths.NONE, kind, text);
        if (isAtPath && sink.wants(path)) more(path, text);
        return isWhole;
    }

    /** Passes the number and the time that the text represents, if any. */
    private void more(long path, String text) {
        double number = number(text);
        if (!Double.isNaN(number)) sink.number(path, number);
        Optional<TimeText.Span> time = TimeText.parseDay(text);
        if (time.isPresent()) sink.time(path, time.get().from());
    }

    /** Parses a number. Returns NaN if the text is not one. */
    static double number(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NUMBER) return Double.NaN;
        String number = text.strip();
        for (int i = 0; i < number.length(); i++) {
            char there = number.charAt(i);
            if ((there < '0' || there > '9') && "+-.eE".indexOf(there) < 0) return Double.NaN;
        }
        try {
            // Turns -0.0 into 0.0.
            return number.isEmpty() ? Double.NaN : Double.parseDouble(number) + 0.0;
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }
}
