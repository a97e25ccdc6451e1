package vesper.http.client;

import java.io.IOException;
import java.io.OutputStream;

/** The content of a request. */
sealed interface RequestContent {
    RequestContent NONE = new Whole(new byte[0]);

    /** Returns whether it can be sent a second time. */
    boolean isReplayable();

    /** Returns the length in bytes, or -1 if unknown before the end. */
    long length();

    /** Content in memory. The array must not change. */
    final class Whole implements RequestContent {
        final byte[] bytes;

        Whole(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public boolean isReplayable() {
            return true;
        }

        @Override
        public long length() {
            return bytes.length;
        }
    }

    /** Content that is written while it is sent, on a virtual thread created for it. */
    record Written(long length, boolean isReplayable, Writer writer) implements RequestContent {}

    /** A writer of content; see {@link ClientRequest#writing}. */
    @FunctionalInterface
    interface Writer {
        void writeTo(OutputStream out) throws IOException;
    }
}
