package vesper.http;

/** What the header section of an HTTP/2 request says. */
sealed interface Http2Head {
    /** A request that can be handled. */
    record Valid(RequestHead head) implements Http2Head {}

    /** Well-formed, and refused with an answer. */
    record Refused(Refusal refusal) implements Http2Head {}

    /** Against the rules of RFC 9113, section 8; the stream is reset. */
    record Malformed(String why) implements Http2Head {}
}
