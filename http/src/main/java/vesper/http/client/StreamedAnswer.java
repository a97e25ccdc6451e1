package vesper.http.client;

import java.io.InputStream;
import java.net.URI;

/** A delivery that passes a response to its caller as soon as the head has arrived. */
final class StreamedAnswer implements Delivery {
    private final PendingAnswer<StreamedResponse> future;
    private final ClientSettings settings;
    private final boolean decompresses;

    StreamedAnswer(PendingAnswer<StreamedResponse> future, ClientSettings settings, boolean decompresses) {
        this.future = future;
        this.settings = settings;
        this.decompresses = decompresses;
    }

    @Override
    public long mostBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public AnswerSink begin(ResponseHead head, URI uri, Carrier carrier) {
        AnswerStream raw = new AnswerStream(carrier);
        InputStream stream = decompresses && PackedAnswer.isPacked(head.headers())
                ? PackedAnswer.unpacked(
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
