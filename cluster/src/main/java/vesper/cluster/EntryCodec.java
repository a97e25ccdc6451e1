package vesper.cluster;

import io.nats.client.impl.Headers;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.documents.Action;
import vesper.documents.DocumentId;
import vesper.documents.IdempotencyKey;
import vesper.documents.JsonText;
import vesper.documents.SharedLog.Entry;

/**
 * Encodes a version of a document as a message: its state as the payload, everything else as headers. The format is
 * specified in {@code docs/formats/cluster.md}.
 */
final class EntryCodec {
    /** NATS compares this header with the sequence of the newest message of the subject. */
    private static final String EXPECTED = "Nats-Expected-Last-Subject-Sequence";
    /** NATS accepts one message with this id within the stream's duplicate window. */
    private static final String ATTEMPT = "Nats-Msg-Id";

    private static final String VERSION = "Vesper-Version";
    private static final String ACTION = "Vesper-Action";
    private static final String AT = "Vesper-At";
    private static final String KEY = "Vesper-Key";
    private static final String REQUEST = "Vesper-Request";

    private EntryCodec() {}

    static Headers headers(Entry entry, long expected, String attempt) {
        Headers headers = new Headers()
                .put(EXPECTED, Long.toString(expected))
                .put(ATTEMPT, attempt)
                .put(VERSION, Long.toString(entry.version()))
                .put(ACTION, entry.action().name().toLowerCase(Locale.ROOT))
                .put(AT, Long.toString(entry.atMillis()));
        entry.key().ifPresent(key -> {
            headers.put(KEY, key.text());
            if (!key.request().isEmpty()) headers.put(REQUEST, key.request());
        });
        return headers;
    }

    static String attemptOf(StreamMessage message) throws IOException {
        return field(message, ATTEMPT);
    }

    /** @throws IOException if the message was not written by a node */
    static Entry entryOf(StreamMessage message) throws IOException {
        String subject = message.subject();
        try {
            String key = header(message, KEY);
            String request = header(message, REQUEST);
            return new Entry(
                    new DocumentId(NatsNames.decode(subject.substring(subject.lastIndexOf('.') + 1))),
                    Long.parseLong(field(message, VERSION)),
                    Action.valueOf(field(message, ACTION).toUpperCase(Locale.ROOT)),
                    Long.parseLong(field(message, AT)),
                    Optional.ofNullable(key)
                            .map(text -> new IdempotencyKey(text, Objects.requireNonNullElse(request, ""))),
                    JsonText.written(message.body()));
        } catch (IllegalArgumentException wrong) {
            throw new IOException(
                    subject + " has a message that is not a version of a document: " + wrong.getMessage());
        }
    }

    private static String field(StreamMessage message, String name) throws IOException {
        String value = header(message, name);
        if (value == null) throw new IOException(message.subject() + " has a message without " + name);
        return value;
    }

    private static @Nullable String header(StreamMessage message, String name) {
        Headers headers = message.headers();
        return headers == null ? null : headers.getFirst(name);
    }
}
