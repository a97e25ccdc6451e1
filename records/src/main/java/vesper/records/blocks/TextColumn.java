package vesper.records.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Texts, each different one once, and which of them each record has.
 * <pre>
 * texts := count:u32 (length:u32 UTF-8){count} numbers       of each record, in the order of their first appearance
 * </pre>
 */
final class TextColumn {
    private final Map<String, Integer> codes = new HashMap<>();
    private final List<byte[]> texts = new ArrayList<>();
    private final NumberColumn chosen = new NumberColumn();
    private int textBytes;

    void add(String text) {
        Integer code = codes.get(text);
        if (code == null) {
            code = texts.size();
            byte[] utf8 = text.getBytes(UTF_8);
            codes.put(text, code);
            texts.add(utf8);
            textBytes += Integer.BYTES + utf8.length;
        }
        chosen.add(code);
    }

    void clear() {
        codes.clear();
        texts.clear();
        chosen.clear();
        textBytes = 0;
    }

    int encodedBytes() {
        return Integer.BYTES + textBytes + chosen.encodedBytes();
    }

    void encode(ByteBuffer out) {
        out.putInt(texts.size());
        for (byte[] text : texts) out.putInt(text.length).put(text);
        chosen.encode(out);
    }

    static TextValues decode(ByteBuffer in, int count) {
        int different = in.getInt();
        if (different < 0 || different > count) throw new IllegalArgumentException(different + " texts for " + count);
        String[] texts = new String[different];
        for (int i = 0; i < different; i++) {
            byte[] utf8 = new byte[Math.min(in.getInt(), in.remaining())];
            in.get(utf8);
            texts[i] = new String(utf8, UTF_8);
        }
        long[] numbers = NumberColumn.decode(in, count);
        int[] codes = new int[count];
        for (int i = 0; i < count; i++) codes[i] = Math.toIntExact(numbers[i]);
        return new TextValues(texts, codes);
    }
}
