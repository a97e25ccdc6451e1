package vesper.peers.documents;

/**
 * What a document says. As JSON it has 524 bytes while its number has seven digits: {@code {"number":N,"text":"…"}}.
 *
 * @param number of the request that stored it, so that no two in a row are alike
 */
public record State(long number, String text) {
    /** The first number, and with that the least that has seven digits. */
    static final long FIRST_NUMBER = 1_000_000;

    private static final int TEXT_LENGTH = 524 - "{'number':1000000,'text':''}".length();

    /** A text of its own for whoever calls, of one byte per character. */
    static String newText() {
        return "0123456789abcdef".repeat(TEXT_LENGTH / 16 + 1).substring(0, TEXT_LENGTH);
    }
}
