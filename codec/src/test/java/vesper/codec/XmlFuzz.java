package vesper.codec;

/**
 * Reads arbitrary bytes as XML; see {@link Fuzzed}. Run by {@code scripts/fuzz.sh}, replayed by {@link FuzzCorpusTest}.
 */
public final class XmlFuzz {
    private static final Codec CODEC = new Codec(false);

    private XmlFuzz() {}

    public static void fuzzerTestOneInput(byte[] text) {
        Fuzzed.read(CODEC, MediaFormat.XML, text);
    }
}
