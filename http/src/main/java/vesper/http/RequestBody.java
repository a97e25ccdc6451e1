package vesper.http;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The content of a request. Read it once, as a stream or as a whole, on the thread that handles the request. */
public interface RequestBody {
    /** Creates a body from bytes, and takes ownership of the array. */
    static RequestBody of(byte[] bytes) {
        return bytes.length == 0 ? WholeBody.EMPTY : new WholeBody(bytes);
    }

    /** Returns the length declared by Content-Length, or -1 if unknown because the request is chunked. */
    long length();

    /**
     * Returns the content if all of it has arrived, as an array that must not be changed; null if it arrives while it
     * is read.
     */
    default byte @Nullable [] whole() {
        return null;
    }

    /**
     * Returns the content as it arrives. Reading waits for the client, within {@link HttpLimits#bodyBytesPerSecond}.
     *
     * @return a stream whose reads fail with {@link RefusedException} if the body is too large, too slow or malformed,
     *     and with another {@link IOException} if the client left
     */
    InputStream stream() throws IOException;

    /**
     * Returns the whole content, at most {@link HttpLimits#bodyBytes}.
     *
     * @throws IOException as for {@link #stream}
     */
    default byte[] bytes() throws IOException {
        try (InputStream stream = stream()) {
            return stream.readAllBytes();
        }
    }

    /**
     * Returns the whole content, for content that must be small.
     *
     * @throws RefusedException with 413 if it is larger than this, before more of it is read
     */
    default byte[] bytes(long mostBytes) throws IOException {
        if (length() > mostBytes) throw tooLarge(mostBytes);
        byte[] whole = bytes();
        if (whole.length > mostBytes) throw tooLarge(mostBytes);
        return whole;
    }

    /** Returns the exception for content above a limit. */
    static RefusedException tooLarge(long mostBytes) {
        return new RefusedException(new Refusal(413, "The body is over " + mostBytes + " bytes"));
    }
}
