package vesper.peers.documents;

/**
 * The content of a document. As JSON it has 524 bytes if its number has seven digits: {@code {"number":N,"text":"…"}}.
 *
 * @param number number of the request that stored it, so that successive states differ
 */
public record State(long number, String text) {
    /** The first number, which is also the smallest with seven digits. */
    static final long FIRST_NUMBER = 1_000_000;

    private static final int TEXT_LENGTH = 524 - "{'number':1000000,'text':''}".length();

    /** Returns a new text object with one byte per character. */
    static String newText() {
        return "0123456789abcdef".repeat(TEXT_LENGTH / 16 + 1).substring(0, TEXT_LENGTH);
    }
}
