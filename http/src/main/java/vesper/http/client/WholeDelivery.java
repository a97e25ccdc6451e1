package vesper.http.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Arrays;
import vesper.http.Headers;

/** A delivery that collects a response and passes it to its caller when it is complete. */
final class WholeDelivery implements Delivery {
    /** Largest buffer allocated for a declared length before the content has arrived. */
    private static final int BELIEVED_BYTES = 64 << 10;
    /** Compressed bodies above this size are decoded on another thread than the event loop. */
    private static final int LONG_WORK_BYTES = 4 << 10;

    private final PendingResponse<ClientResponse> future;
    private final ClientSettings settings;
    private final boolean decompresses;

    WholeDelivery(PendingResponse<ClientResponse> future, ClientSettings settings, boolean decompresses) {
        this.future = future;
        this.settings = settings;
        this.decompresses = decompresses;
    }

    @Override
    public long mostBytes() {
        return settings.limits().bodyBytes();
    }

    @Override
    public ResponseSink startBody(ResponseHead head, URI uri, Carrier carrier) {
        return new Collected(head, uri);
    }

    @Override
    public void failed(ClientException reason) {
        future.fail(reason);
    }

    @Override
    public boolean isOver() {
        return future.isDone();
    }

    @Override
    public boolean isBoundToHead() {
        return false;
    }

    private final class Collected implements ResponseSink {
        private final ResponseHead head;
        private final URI uri;
        private byte[] bytes;
        private int length;
        private Headers trailers = Headers.NONE;

        Collected(ResponseHead head, URI uri) {
            this.head = head;
            this.uri = uri;
            this.bytes = new byte[(int) Math.max(0, Math.min(head.contentLength(), BELIEVED_BYTES))];
        }

        @Override
        public void content(byte[] from, int start, int end) {
            int count = end - start;
            if (count > bytes.length - length) grow(count);
            System.arraycopy(from, start, bytes, length, count);
            length += count;
        }

        @Override
        public void trailers(Headers fields) {
            trailers = fields;
        }

        private void grow(int more) {
            long wanted = Math.max((long) length + more, 2L * bytes.length);
            long most = Math.max((long) length + more, mostBytes());
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, most));
        }

        @Override
        public void finished() {
            if (bytes.length != length) bytes = Arrays.copyOf(bytes, length);
            if (length == 0 || !decompresses || !ResponseDecompression.isPacked(head.headers())) answer(bytes);
            else if (length <= LONG_WORK_BYTES) unpack();
            else Thread.ofVirtual().name("http client inflation").start(this::unpack);
        }

        private void unpack() {
            ClientLimits limits = settings.limits();
            try (InputStream unpacked = ResponseDecompression.unpacked(
                    new ByteArrayInputStream(bytes),
                    head.headers(),
                    limits.inflationRatio(),
                    limits.bodyBytes(),
                    Origin.of(uri) + uri.getRawPath())) {
                answer(unpacked.readAllBytes());
            } catch (ClientException e) {
                future.fail(e);
            } catch (Throwable e) {
                // Also catches our own faults and lack of memory: the caller must be notified.
                future.fail(new MalformedResponseException(uri + ": the answer cannot be decompressed", e));
            }
        }

        private void answer(byte[] body) {
            future.answer(new ClientResponse(head, uri, body, trailers));
        }

        @Override
        public void failed(IOException reason) {
            future.fail(
                    reason instanceof ClientException known
                            ? known
                            : new ConnectionLostException(String.valueOf(reason.getMessage()), reason));
        }
    }
}
