package vesper.peers.uuid;

/**
 * A client's request for UUIDs.
 *
 * @param count 1 to {@link #MOST}
 * @param name the text that {@link UuidMethod#NAME} hashes; empty for the other methods
 */
record UuidRequest(UuidMethod method, int count, String name) {
    static final int MOST = 10_000;
    static final String METHOD_UNLESS_SAID = "RANDOM";
    static final String COUNT_UNLESS_SAID = "1";

    UuidRequest {
        if (count < 1 || count > MOST) {
            throw RefusedException.badRequest("count is " + count + ", not of 1 to " + MOST);
        }
        if (method == UuidMethod.NAME && name.isEmpty()) {
            throw RefusedException.badRequest("method NAME needs a name");
        }
    }

    /**
     * Parses the texts that a client sent.
     *
     * @throws RefusedException if one is invalid
     */
    static UuidRequest of(String method, String count, String name) {
        return new UuidRequest(UuidMethod.named(method), number(count), name);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw RefusedException.badRequest("count is no number");
        }
    }
}
