package vesper.records.masks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fuzzes masking with arbitrary bytes. The first byte of the input selects the kind of body and the length of the
 * text's end that is repeated. In the rest, each {@code §} is replaced by the secret. If a parser accepts the text as
 * JSON and finds the secret only under masked names, the copy must not contain it. For any input, the copy must stay
 * within its limit, and repeating the end of the text must not take too long. Run by {@code scripts/fuzz.sh};
 * {@link FuzzCorpusTest} replays its corpus.
 */
public final class MaskFuzz {
    static final String SECRET = "S3cr3t_9";

    /** Rejects duplicate names, because a tree holds only one of their values. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Mask MASK = Mask.of(List.of("password", "pin", "größe"));
    private static final Masker MASKER = new Masker();
    private static final BodyKind[] KINDS = BodyKind.values();

    private MaskFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) return;
        BodyKind kind = KINDS[(input[0] & 0x7f) % KINDS.length];
        byte[] text = Arrays.copyOfRange(input, 1, input.length);
        keepsToItsRoom(kind, text);
        isSteady(kind, text, (input[0] & 0x7f) / KINDS.length);

        String inside = new String(text, UTF_8);
        hides(BodyKind.JSON, "{\"password\":\"" + SECRET + "\",\"a\":" + inside);
        hides(BodyKind.JSON, "{\"a\":1,\"p\\u0069n\":[" + quoted(inside) + ",\"" + SECRET);
        hides(BodyKind.JSON, "{\"a\":" + quoted("[{\"pin\":\"" + SECRET + "\"}," + inside + "]") + ",\"b\":" + inside);
        hides(BodyKind.JSON, "[" + quoted("{\"a\":" + quoted("{\"pin\":\"" + SECRET + "\"," + inside)) + ",1");
        hides(BodyKind.XML, "<a><password>" + SECRET + "</password>" + inside);
        hides(BodyKind.XML, "<a pin='" + SECRET + "'>" + inside);
        hides(BodyKind.FORM, "a=b&p%61ssword=" + SECRET + "&" + inside);
        hides(BodyKind.FORM, inside + "&user[password][0]=" + SECRET + "&" + inside);
        hides(BodyKind.OTHER, inside + " {\"\\u0070assword\":\"" + SECRET + "\"} " + inside);
        hidesAsParsed(inside);
    }

    private static void isSteady(BodyKind kind, byte[] text, int repeated) {
        if (repeated == 0 || repeated > text.length) return;
        byte[] unit = Arrays.copyOfRange(text, text.length - repeated, text.length);
        check(Steadiness.isSteady(kind, text, unit), kind + " takes too long for " + new String(text, UTF_8));
    }

    private static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    private static void keepsToItsRoom(BodyKind kind, byte[] text) {
        int room = text.length / 2;
        byte[] target = new byte[room + 8];
        int written = MASKER.copy(MASK, kind, text, 0, text.length, target, 4, room);
        boolean kept = written >= 0 && written <= room && target[3] == 0 && target[4 + room] == 0;
        check(kept, kind + " wrote " + written + " of " + room);
    }

    /**
     * Checks that the secret is hidden. It occurs once in the text, in a place that is masked no matter what follows.
     */
    private static void hides(BodyKind kind, String text) {
        if (text.indexOf(SECRET) != text.lastIndexOf(SECRET)) return;
        String masked = masked(kind, text);
        check(!masked.contains(SECRET), kind + " " + text + " became " + masked);
    }

    private static void hidesAsParsed(String text) {
        String told = text.replace("§", SECRET);
        try {
            JsonNode tree = JSON.readTree(told);
            if (!told.contains(SECRET) || told.contains("\\") || showsSecret(tree)) return;
        } catch (JacksonException e) {
            return;
        }
        String masked = masked(BodyKind.JSON, told);
        check(!masked.contains(SECRET), told + " became " + masked);
    }

    /** Checks whether the secret occurs outside of masked fields. */
    private static boolean showsSecret(JsonNode node) {
        if (node.isString()) return node.asString().contains(SECRET);
        for (var field : node.properties()) {
            if (field.getKey().contains(SECRET)) return true;
            boolean hidden = List.of("password", "pin", "größe").contains(field.getKey());
            if (!hidden && showsSecret(field.getValue())) return true;
        }
        if (node.isArray()) for (JsonNode one : node) if (showsSecret(one)) return true;
        return false;
    }

    private static String masked(BodyKind kind, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        byte[] target = new byte[3 * bytes.length + 16];
        return new String(target, 0, MASKER.copy(MASK, kind, bytes, 0, bytes.length, target, 0), UTF_8);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) throw new AssertionError(otherwise);
    }
}
