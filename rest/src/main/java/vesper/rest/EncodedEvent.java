package vesper.rest;

import org.springframework.http.codec.ServerSentEvent;

/** An event of text, written once for all streams that send it: they share its bytes. */
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

    /** Not to be changed. */
    byte[] bytes() {
        return bytes;
    }
}
