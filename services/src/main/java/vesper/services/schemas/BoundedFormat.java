package vesper.services.schemas;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;

/**
 * A format check that rejects long texts without examining them. Some checks of the library take a stack frame for each
 * character, others more than linear time.
 */
final class BoundedFormat implements Format {
    private static final int MAX_CHARACTERS = 2_000;

    /**
     * Limit from RFC 1123, section 2.1. Decoding punycode takes quadratic time, and fails beyond a thousand characters.
     */
    private static final int MAX_HOST_NAME_CHARACTERS = 255;

    private static final int MAX_EXPRESSION_CHARACTERS = 500;

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
        return text.length() <= maxCharacters() && format.matches(execution, schema, text);
    }

    private int maxCharacters() {
        return switch (getName()) {
            case "hostname", "idn-hostname" -> MAX_HOST_NAME_CHARACTERS;
            case "regex" -> MAX_EXPRESSION_CHARACTERS;
            default -> MAX_CHARACTERS;
        };
    }
}
