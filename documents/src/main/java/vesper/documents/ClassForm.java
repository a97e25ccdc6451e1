package vesper.documents;

import vesper.codec.Codec;
import vesper.codec.MediaFormat;

/** Values that whoever holds them may change. */
record ClassForm<T>(Class<T> type, Codec codec) implements StateForm<T> {
    @Override
    public T own(T value) {
        return fromBytes(toBytes(value));
    }

    @Override
    public byte[] toBytes(T value) {
        return codec.write(MediaFormat.JSON, value);
    }

    @Override
    public T fromBytes(byte[] bytes) {
        return StateForm.read(type, codec, bytes);
    }

    @Override
    public int knownSizeBytes(T value) {
        return -1;
    }
}
