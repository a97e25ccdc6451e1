package vesper.services.collections;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;

/**
 * Reads what is sent to an action.
 *
 * @param isRequired whether something has to be
 */
record ActionBody(Type type, boolean isRequired, Codec codec) {
    /**
     * @return null where nothing was sent
     * @throws vesper.rest.ProblemException where it does not fit
     */
    @Nullable
    Object read(byte[] bytes) {
        if (bytes.length == 0 && !isRequired) return null;
        return SentBodies.value(codec.read(MediaFormat.JSON, SentBodies.required(bytes), type));
    }
}
