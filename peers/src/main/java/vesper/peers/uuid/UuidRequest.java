package vesper.peers.uuid;

/**
 * A client's request for UUIDs.
 *
 * @param count 1 to {@link #MAX}
 * @param name the text that {@link UuidMethod#NAME} hashes; empty for the other methods
 */
record UuidRequest(UuidMethod method, int count, String name) {
    static final int MAX = 10_000;
    static final String DEFAULT_METHOD = "RANDOM";
    static final String DEFAULT_COUNT = "1";

    UuidRequest {
        if (count < 1 || count > MAX) {
            throw RejectedException.badRequest("count is " + count + ", not of 1 to " + MAX);
        }
        if (method == UuidMethod.NAME && name.isEmpty()) {
            throw RejectedException.badRequest("method NAME needs a name");
        }
    }

    /**
     * Parses the texts that a client sent.
     *
     * @throws RejectedException if one is invalid
     */
    static UuidRequest of(String method, String count, String name) {
        return new UuidRequest(UuidMethod.named(method), number(count), name);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw RejectedException.badRequest("count is no number");
        }
    }
}
