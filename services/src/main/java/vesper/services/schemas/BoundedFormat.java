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
        return text.length() <= MOST_CHARACTERS && format.matches(execution, schema, text);
    }
}
