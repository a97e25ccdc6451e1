package vesper.services.schemas;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;

/**
 * A format that does not look at long texts: some take a frame of the stack for each character, some a time that grows
 * faster than the text. What is longer is in no format.
 */
final class BoundedFormat implements Format {
    private static final int MOST_CHARACTERS = 2_000;

    /** RFC 1123, section 2.1; punycode takes a time that grows with the square of it, and gives up beyond a thousand. */
    private static final int MOST_OF_HOST_NAMES = 255;

    private static final int MOST_OF_EXPRESSIONS = 500;

    private final Format format;

    BoundedFormat(Format format) {
        this.format = format;
    }

    @Override
    public String getName() {
        return format.getName();
    }

    @Override
    public String getMessageKey() {
        return format.getMessageKey();
    }

    @Override
    public boolean matches(ExecutionContext execution, SchemaContext schema, String text) {
        return text.length() <= mostCharacters() && format.matches(execution, schema, text);
    }

    private int mostCharacters() {
        return switch (getName()) {
            case "hostname", "idn-hostname" -> MOST_OF_HOST_NAMES;
            case "regex" -> MOST_OF_EXPRESSIONS;
            default -> MOST_CHARACTERS;
        };
    }
}
