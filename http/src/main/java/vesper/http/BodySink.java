package vesper.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the content of a message goes while it is read. */
public interface BodySink {
    /** Takes a stretch of content; the array is the caller's again afterwards. */
    void content(byte[] bytes, int from, int to);

    /** All content has come. */
    void finished();

    /** No more will come; who reads gets this. */
    void failed(IOException reason);

    /** Whether it wants no more for the moment. */
    default boolean isFull() {
        return false;
    }

    /** Why it takes no more at all, or null. */
    default @Nullable Refusal refusal() {
        return null;
    }

    /** The exchange is over: what it holds is let go. */
    default void release() {}

    /** For content that nobody asked for. */
    BodySink NOWHERE = new BodySink() {
        @Override
        public void content(byte[] bytes, int from, int to) {}

        @Override
        public void finished() {}

        @Override
        public void failed(IOException reason) {}
    };
}
