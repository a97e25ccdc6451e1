package vesper.http.client;

import java.io.IOException;
import java.io.OutputStream;

/** What a request carries. */
sealed interface RequestContent {
    RequestContent NONE = new Whole(new byte[0]);

    /** Whether it can be sent a second time. */
    boolean isReplayable();

    /** Bytes, or -1 where nobody knows before the end. */
    long length();

    /** Bytes that are here; nobody changes the array. */
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

    /** Bytes that are written while they are sent, on a virtual thread of their own. */
    record Written(long length, boolean isReplayable, Writer writer) implements RequestContent {}

    /** Writes content; see {@link ClientRequest#writing}. */
    @FunctionalInterface
    interface Writer {
        void writeTo(OutputStream out) throws IOException;
    }
}
