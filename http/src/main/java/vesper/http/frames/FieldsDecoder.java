package vesper.http.frames;

import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.function.Supplier;

/**
 * Netty's HPACK decoder, which hands the fields over one by one. It bounds the bytes that are decoded; what they become
 * is bounded by whoever takes the fields, which knows what to say where the decoder could only break off.
 */
public final class FieldsDecoder extends DefaultHttp2HeadersDecoder {
    private final Supplier<? extends Http2Headers> sections;
    private final int mostBlockBytes;

    /** @param sections asked when a header section begins for what takes its fields */
    public FieldsDecoder(Supplier<? extends Http2Headers> sections, int mostBlockBytes) {
        super(false, Integer.MAX_VALUE);
        this.sections = sections;
        this.mostBlockBytes = mostBlockBytes;
    }

    @Override
    protected Http2Headers newHeaders() {
        return sections.get();
    }

    @Override
    public long maxHeaderListSizeGoAway() {
        return mostBlockBytes;
    }
}
