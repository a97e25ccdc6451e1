package vesper.http.client;

import java.io.InputStream;
import java.net.URI;

/** A delivery that passes a response to its caller as soon as the head has arrived. */
final class StreamDelivery implements Delivery {
    private final PendingResponse<StreamedResponse> future;
    private final ClientSettings settings;
    private final boolean decompresses;

    StreamDelivery(PendingResponse<StreamedResponse> future, ClientSettings settings, boolean decompresses) {
        this.future = future;
        this.settings = settings;
        this.decompresses = decompresses;
    }

    @Override
    public long mostBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public ResponseSink startBody(ResponseHead head, URI uri, Carrier carrier) {
        ResponseBodyStream raw = new ResponseBodyStream(carrier);
        InputStream stream = decompresses && ResponseDecompression.isPacked(head.headers())
                ? ResponseDecompression.unpacked(
                        raw,
                        head.headers(),
                        settings.limits().inflationRatio(),
                        Long.MAX_VALUE,
                        Origin.of(uri) + uri.getRawPath())
                : raw;
        boolean wanted = future.answer(new StreamedResponse(head, uri, stream, raw));
        if (!wanted) raw.close();
        return raw;
    }

    @Override
    public void failed(ClientException reason) {
        future.fail(reason);
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public boolean isBoundToHead() {
        return true;
    }
}
