package vesper.documents;

import vesper.codec.Codec;
import vesper.codec.MediaFormat;

/** States that are mutable objects of a class, so each is copied by way of its JSON. */
record ClassForm<T>(Class<T> type, Codec codec, ForeignStates foreign) implements StateForm<T> {
    @Override
    public T own(Object value) {
        return fromBytes(type.isInstance(value) ? toBytes(type.cast(value)) : foreign.toBytes(value));
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
