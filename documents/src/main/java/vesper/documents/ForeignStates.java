package vesper.documents;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;

/**
 * Serializes values that another form has stored, which is rare. Remembers classes of one class loader at most, so that
 * older classes can be unloaded. Thread-safe.
 */
final class ForeignStates {
    private @Nullable ClassLoader known;
    private @Nullable Codec codec;

    byte[] toBytes(Object value) {
        if (value instanceof JsonText text) return text.utf8();
        return codec(value.getClass().getClassLoader()).write(MediaFormat.JSON, value);
    }

    private synchronized Codec codec(@Nullable ClassLoader loader) {
        Codec there = codec;
        if (there == null || !Objects.equals(loader, known)) {
            there = new Codec(false);
            codec = there;
            known = loader;
        }
        return there;
    }

    /** Forgets the classes that it has serialized. */
    synchronized void forget() {
        codec = null;
        known = null;
    }
}
