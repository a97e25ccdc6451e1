package vesper.cluster;

import io.nats.client.Message;
import io.nats.client.api.MessageInfo;
import io.nats.client.impl.Headers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message of a stream, whether it came from a consumer or from a direct request.
 *
 * @param headers null if the message has none
 */
@SuppressWarnings("ArrayRecordComponent") // Messages are never compared.
record StreamMessage(
        long sequence, String subject, @Nullable Headers headers, byte[] body) {
    private static final byte[] NOTHING = {};

    static StreamMessage of(Message delivered) {
        return new StreamMessage(
                delivered.metaData().streamSequence(),
                delivered.getSubject(),
                delivered.getHeaders(),
                Objects.requireNonNullElse(delivered.getData(), NOTHING));
    }

    static StreamMessage of(MessageInfo info) {
        return new StreamMessage(
                info.getSeq(),
                Objects.requireNonNullElse(info.getSubject(), ""),
                info.getHeaders(),
                Objects.requireNonNullElse(info.getData(), NOTHING));
    }
}
