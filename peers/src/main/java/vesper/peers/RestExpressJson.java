package vesper.peers;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.restexpress.serialization.json.JsonSerializationProcessor;

/**
 * Replaces RestExpress's Jackson 2. Jackson 3 writes greetings, as in every peer, and also RestExpress's message for an
 * unknown path. Request bodies are not supported.
 */
final class RestExpressJson extends JsonSerializationProcessor {
    @Override
    public ByteBuffer serialize(Object value) {
        Greeting greeting = value instanceof Greeting ours ? ours : Greeting.rejected(value.toString());
        return ByteBuffer.wrap(greeting.json());
    }

    @Override
    public <T> T deserialize(String text, Class<T> type) {
        throw new UnsupportedOperationException("request bodies are not supported");
    }

    @Override
    public <T> T deserialize(ByteBuf bytes, Class<T> type) {
        throw new UnsupportedOperationException("request bodies are not supported");
    }
}
