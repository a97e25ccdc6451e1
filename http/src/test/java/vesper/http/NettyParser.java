package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parser of a connection's bytes that uses Netty's {@link HttpServerCodec}. */
final class NettyParser {
    private static final int MOST = 1 << 20;

    private final List<Message> messages = new ArrayList<>();
    private @Nullable HttpRequest request;
    private StringBuilder content = new StringBuilder();
    private boolean refused;

    private NettyParser() {}

    static Understood read(byte[] bytes) {
        NettyParser reading = new NettyParser();
        var limits = new HttpDecoderConfig()
                .setMaxInitialLineLength(MOST)
                .setMaxHeaderSize(MOST)
                .setMaxChunkSize(MOST);
        EmbeddedChannel channel = new EmbeddedChannel(new HttpServerCodec(limits));
        try {
            channel.writeInbound(Unpooled.wrappedBuffer(bytes));
            for (Object next = channel.readInbound(); next != null; next = channel.readInbound()) {
                if (!reading.refused) reading.take((HttpObject) next);
                ReferenceCountUtil.release(next);
            }
        } finally {
            // Closing completes an unfinished message, which is not wanted here.
            channel.finishAndReleaseAll();
        }
        return new Understood(List.copyOf(reading.messages), reading.refused);
    }

    private void take(HttpObject part) {
        if (part.decoderResult().isFailure()) {
            refused = true;
            return;
        }
        if (part instanceof HttpRequest begun) {
            request = begun;
            content = new StringBuilder();
        }
        if (part instanceof HttpContent piece) content.append(piece.content().toString(ISO_8859_1));
        if (part instanceof LastHttpContent && request != null) {
            List<String> fields = new ArrayList<>();
            request.headers().forEach(field -> fields.addAll(List.of(field.getKey(), field.getValue())));
            messages.add(Message.of(request.method().name(), request.uri(), fields, content.toString()));
        }
    }
}
