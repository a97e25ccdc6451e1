package vesper.http.frames;

import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.function.Supplier;

/**
 * Netty's HPACK decoder, adapted to pass fields on one at a time. It limits the encoded bytes only. The receiver of the
 * fields limits their decoded size, because it can answer with an error where the decoder could only break off.
 */
public final class FieldsDecoder extends DefaultHttp2HeadersDecoder {
    private final Supplier<? extends Http2Headers> sections;
    private final int mostBlockBytes;

    /** @param sections supplies the receiver of the fields whenever a header section starts */
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
