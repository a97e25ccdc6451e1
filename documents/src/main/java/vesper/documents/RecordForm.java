package vesper.documents;

import vesper.codec.Codec;
import vesper.codec.MediaFormat;

/** States that are immutable values of a class, so they need no copy. */
record RecordForm<T>(Class<T> type, Codec codec, ForeignStates foreign) implements StateForm<T> {
    @Override
    public T own(Object value) {
        return type.isInstance(value) ? type.cast(value) : fromBytes(foreign.toBytes(value));
    }

    @Override
    public boolean isOwn(Object value) {
        return type.isInstance(value);
    }

    @Override
    public byte[] toBytes(T value) {
        return codec.write(MediaFormat.JSON, value);
    }

    @Override
    public T fromBytes(byte[] bytes) {
        return StateForm.read(type, codec, bytes);
    }
}
