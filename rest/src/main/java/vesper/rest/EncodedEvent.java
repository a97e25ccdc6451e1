package vesper.rest;

import org.springframework.http.codec.ServerSentEvent;

/** A text event that is encoded once and shared by all streams that send it. */
public final class EncodedEvent {
    private final byte[] bytes;

    private EncodedEvent(byte[] bytes) {
        this.bytes = bytes;
    }

    public static EncodedEvent of(ServerSentEvent<String> event) {
        return new EncodedEvent(EventText.of(event, String::valueOf));
    }

    public int sizeBytes() {
        return bytes.length;
    }

    /** Returns the shared array, which the caller must not change. */
    byte[] bytes() {
        return bytes;
    }
}
