package vesper.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A receiver of a message's content while it is read. */
public interface BodySink {
    /** Takes a piece of content. The caller reuses the array afterwards. */
    void content(byte[] bytes, int from, int to);

    /** Called when all content has arrived. */
    void finished();

    /** Called when the rest of the content will not arrive. The reader gets this exception. */
    void failed(IOException reason);

    /** Returns whether to pause until there is room for more. */
    default boolean isFull() {
        return false;
    }

    /** Returns why further content is refused, or null. */
    default @Nullable Refusal refusal() {
        return null;
    }

    /** Releases buffers and budget at the end of the exchange. */
    default void release() {}

    /** Discards content that no reader wants. */
    BodySink NOWHERE = new BodySink() {
        @Override
        public void content(byte[] bytes, int from, int to) {}

        @Override
        public void finished() {}

        @Override
        public void failed(IOException reason) {}
    };
}
