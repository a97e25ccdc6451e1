package vesper.peers.uuid;

/** The methods that generate UUIDs: versions 4, 1 and 5 of RFC 9562. */
enum UuidMethod {
    RANDOM,
    TIME,
    NAME;

    /**
     * Parses the name that a client sent.
     *
     * @throws RejectedException if it is unknown
     */
    static UuidMethod named(String text) {
        try {
            return valueOf(text);
        } catch (IllegalArgumentException _) {
            throw RejectedException.badRequest("method is none of RANDOM, TIME and NAME");
        }
    }
}
