package vesper.peers;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.restexpress.serialization.json.JsonSerializationProcessor;

/**
 * Takes the place of RestExpress's Jackson 2: greetings are written by Jackson 3, as in every peer, and so is what
 * RestExpress says of a path that it does not know; nothing is read.
 */
final class RestExpressJson extends JsonSerializationProcessor {
    @Override
    public ByteBuffer serialize(Object value) {
        Greeting greeting = value instanceof Greeting ours ? ours : Greeting.refused(value.toString());
        return ByteBuffer.wrap(greeting.json());
    }

    @Override
    public <T> T deserialize(String text, Class<T> type) {
        throw new UnsupportedOperationException("this server reads no bodies");
    }

    @Override
    public <T> T deserialize(ByteBuf bytes, Class<T> type) {
        throw new UnsupportedOperationException("this server reads no bodies");
    }
}
