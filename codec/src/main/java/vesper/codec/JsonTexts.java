package vesper.codec;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;

/**
 * Writes one JSON text after the other with the same generator, which costs as much to make and to close as a small
 * text costs to write. Used by one thread at a time, and not again after a failure, which leaves a text begun.
 */
final class JsonTexts {
    private final WrittenBytes bytes;
    private final JsonGenerator generator;

    /** For a mapper that writes nothing between two texts. */
    JsonTexts(ObjectMapper mapper, Bound most, WritingTurns turns, WritingRoom room) {
        bytes = new WrittenBytes(most, turns, room);
        generator = mapper.createGenerator(bytes);
    }

    byte[] write(ObjectWriter writer, @Nullable Object value) {
        try {
            writer.writeValue(generator, value);
            generator.flush();
            return bytes.take();
        } finally {
            bytes.end();
        }
    }
}
