package vesper.documents;

/** What a client calls an attempt to create, so that the same attempt made again has the same outcome. */
public record IdempotencyKey(String text) {
    public static final int MOST_CHARACTERS = 200;

    public IdempotencyKey {
        if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("an idempotency key has 1 to " + MOST_CHARACTERS + " characters");
        }
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("an idempotency key has visible ASCII characters only");
        }
    }
}
