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

    static StreamMessage of(Message told) {
        return new StreamMessage(
                told.metaData().streamSequence(),
                told.getSubject(),
                told.getHeaders(),
                Objects.requireNonNullElse(told.getData(), NOTHING));
    }

    static StreamMessage of(MessageInfo answer) {
        return new StreamMessage(
                answer.getSeq(),
                Objects.requireNonNullElse(answer.getSubject(), ""),
                answer.getHeaders(),
                Objects.requireNonNullElse(answer.getData(), NOTHING));
    }
}
