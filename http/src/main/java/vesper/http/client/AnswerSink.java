package vesper.http.client;

import java.io.IOException;
import vesper.http.BodySink;

/** Where the body of an answer goes. It takes all that was read; the connection reads no more while it brims. */
interface AnswerSink extends BodySink {
    default boolean isBrimming() {
        return false;
    }

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
