package vesper.http.client;

import java.io.IOException;
import vesper.http.BodySink;
import vesper.http.Headers;

/**
 * A receiver of a response body. It accepts all bytes passed to it; the connection stops reading while
 * {@link #isBrimming} is true.
 */
interface ResponseSink extends BodySink {
    default boolean isBrimming() {
        return false;
    }

    /** Returns whether the body will not be read. */
    default boolean isUnwanted() {
        return false;
    }

    /** Receives the trailers, before the end of the content. */
    default void trailers(Headers fields) {}

    /** Discards a body. */
    ResponseSink NOWHERE = new ResponseSink() {
        @Override
        public void content(byte[] bytes, int from, int to) {}

        @Override
        public void finished() {}

        @Override
        public void failed(IOException reason) {}
    };
}
