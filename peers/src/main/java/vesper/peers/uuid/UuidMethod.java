package vesper.peers.uuid;

/** How UUIDs are made: versions 4, 1 and 5 of RFC 9562. */
enum UuidMethod {
    RANDOM,
    TIME,
    NAME;

    /** As a client wrote it, or a refusal. */
    static UuidMethod named(String text) {
        try {
            return valueOf(text);
        } catch (IllegalArgumentException _) {
            throw RefusedException.badRequest("method is none of RANDOM, TIME and NAME");
        }
    }
}
