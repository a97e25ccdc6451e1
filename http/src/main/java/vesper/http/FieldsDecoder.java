package vesper.http;

import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;

/**
 * Netty's HPACK decoder, which hands the fields over one by one. It bounds the bytes that are decoded; what they become
 * is bounded by {@link ReceivedFields}, which answers with a status where the decoder could only break off.
 */
final class FieldsDecoder extends DefaultHttp2HeadersDecoder {
    private final ReceivedFields fields;
    private final int mostBlockBytes;

    FieldsDecoder(ReceivedFields fields, int mostBlockBytes) {
        super(false, Integer.MAX_VALUE);
        this.fields = fields;
        this.mostBlockBytes = mostBlockBytes;
    }

    @Override
    protected Http2Headers newHeaders() {
        return fields.begin();
    }

    @Override
    public long maxHeaderListSizeGoAway() {
        return mostBlockBytes;
    }
}
