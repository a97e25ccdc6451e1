package vesper.http.client;

import java.io.IOException;
import vesper.http.BodySink;
import vesper.http.Headers;

/** Where the body of an answer goes. It takes all that was read; the connection reads no more while it brims. */
interface AnswerSink extends BodySink {
    default boolean isBrimming() {
        return false;
    }

    /** Whether nobody will read what comes. */
    default boolean isUnwanted() {
        return false;
    }

    /** What came behind the content; told before its end. */
    default void trailers(Headers fields) {}

    /** For a body that nobody wants. */
    AnswerSink NOWHERE = new AnswerSink() {
        @Override
        public void content(byte[] bytes, int from, int to) {}

        @Override
        public void finished() {}

        @Override
        public void failed(IOException reason) {}
    };
}
