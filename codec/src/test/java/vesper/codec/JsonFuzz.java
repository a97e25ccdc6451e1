package vesper.codec;

/**
 * Reads arbitrary bytes as JSON; see {@link Fuzzed}. Run by {@code scripts/fuzz.sh}, replayed by
 * {@link FuzzCorpusTest}.
 */
public final class JsonFuzz {
    private static final Codec CODEC = new Codec(false);

    private JsonFuzz() {}

    public static void fuzzerTestOneInput(byte[] text) {
        Fuzzed.read(CODEC, MediaFormat.JSON, text);
    }
}
