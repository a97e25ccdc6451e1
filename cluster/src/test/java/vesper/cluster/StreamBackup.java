package vesper.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.nats.client.support.JsonParser;
import io.nats.client.support.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The equivalent of {@code nats stream backup} and {@code nats stream restore}.
 *
 * @param form configuration and state of the stream, as JSON
 * @param chunks contents of the stream
 */
record StreamBackup(String form, List<byte[]> chunks) {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final byte[] NOTHING = {};

    static StreamBackup of(Connection connection, String stream) throws Exception {
        String inbox = connection.createInbox();
        Subscription subscription = connection.subscribe(inbox);
        JsonValue response =
                send(connection, "$JS.API.STREAM.SNAPSHOT." + stream, "{\"deliver_subject\":\"" + inbox + "\"}");
        List<byte[]> chunks = new ArrayList<>();
        Message chunk = subscription.nextMessage(REQUEST_TIMEOUT);
        while (chunk != null && chunk.getData().length > 0) {
            chunks.add(chunk.getData());
            if (chunk.getReplyTo() != null) connection.publish(chunk.getReplyTo(), NOTHING);
            chunk = subscription.nextMessage(REQUEST_TIMEOUT);
        }
        assertThat(chunk).as("the end of the backup").isNotNull();
        subscription.unsubscribe();
        String form = "{\"config\":" + response.map.get("config").toJson() + ",\"state\":"
                + response.map.get("state").toJson() + "}";
        return new StreamBackup(form, chunks);
    }

    void restore(Connection connection, String stream) throws Exception {
        JsonValue response = send(connection, "$JS.API.STREAM.RESTORE." + stream, form);
        String place = response.map.get("deliver_subject").string;
        for (byte[] chunk : chunks) connection.request(place, chunk, REQUEST_TIMEOUT);
        Message done = connection.request(place, NOTHING, REQUEST_TIMEOUT);
        assertThat(new String(done.getData(), UTF_8)).contains("\"config\"").doesNotContain("\"error\"");
    }

    private static JsonValue send(Connection connection, String subject, String request) throws Exception {
        Message answer = connection.request(subject, request.getBytes(UTF_8), REQUEST_TIMEOUT);
        String text = new String(answer.getData(), UTF_8);
        assertThat(text).doesNotContain("\"error\"");
        return JsonParser.parse(text);
    }
}
