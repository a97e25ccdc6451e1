package vesper.codec;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectWriter;

/**
 * Writes JSON texts one after the other with the same generator. Creating and closing a generator costs as much as
 * writing a small text. Not thread-safe. Must not be used again after a failure, which leaves an unfinished text in the
 * generator.
 */
final class ReusableJsonWriter {
    private final OutputBuffer bytes;
    private final JsonGenerator generator;

    /** Creates a writer for a mapper that writes no separator between two texts. */
    ReusableJsonWriter(ObjectMapper mapper, Bound max, LargeWrites largeWrites, WriteMemory memory) {
        bytes = new OutputBuffer(max, largeWrites, memory);
        generator = mapper.createGenerator(bytes);
    }

    byte[] write(ObjectWriter writer, @Nullable Object value) {
        try {
            writer.writeValue(generator, value);
            generator.flush();
            return bytes.toArrayAndReset();
        } finally {
            bytes.releaseResources();
        }
    }
}
