package vesper.services.collections;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;

/**
 * Reads the request body of an action.
 *
 * @param isRequired true if an empty body is rejected
 */
record ActionBody(Type type, boolean isRequired, Codec codec) {
    /**
     * @return null if the body is empty and not required
     * @throws vesper.rest.ProblemException if the body does not fit the type
     */
    @Nullable
    Object read(byte[] bytes) {
        if (bytes.length == 0 && !isRequired) return null;
        return DocumentBodies.value(codec.read(MediaFormat.JSON, DocumentBodies.required(bytes), type));
    }
}
