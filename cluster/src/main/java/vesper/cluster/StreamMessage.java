package vesper.cluster;

import io.nats.client.Message;
import io.nats.client.api.MessageInfo;
import io.nats.client.impl.Headers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a stream has at a sequence, in whatever way that was told.
 *
 * @param headers null where it has none
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
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
