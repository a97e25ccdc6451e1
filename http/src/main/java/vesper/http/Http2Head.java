package vesper.http;

import org.jspecify.annotations.Nullable;

/** Result of parsing the header section of an HTTP/2 request. */
sealed interface Http2Head {
    /** A request that can be handled. */
    record Valid(RequestHead head) implements Http2Head {}

    /**
     * A well-formed request that is refused with a response.
     *
     * @param head the request, if it is clear and only its content is too large
     */
    record Refused(Refusal refusal, @Nullable RequestHead head) implements Http2Head {}

    /** A section that breaks the rules of RFC 9113, section 8; the stream is reset. */
    record Malformed(String why) implements Http2Head {}
}
