package vesper.services.collections;

import java.lang.reflect.Type;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;

/** Reads what is sent to an action. */
record ActionBody(Type type, Codec codec) {
    /** @throws vesper.rest.ProblemException where it does not fit */
    Object read(byte[] bytes) {
        return SentBodies.value(codec.read(MediaFormat.JSON, SentBodies.required(bytes), type));
    }
}
