package vesper.http;

import org.jspecify.annotations.Nullable;

/** What the header section of an HTTP/2 request says. */
sealed interface Http2Head {
    /** A request that can be handled. */
    record Valid(RequestHead head) implements Http2Head {}

    /**
     * Well-formed, and refused with an answer.
     *
     * @param head what was asked, where that is clear and only its content is too large
     */
    record Refused(Refusal refusal, @Nullable RequestHead head) implements Http2Head {}

    /** Against the rules of RFC 9113, section 8; the stream is reset. */
    record Malformed(String why) implements Http2Head {}
}
