package vesper.records.masks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/** Applies a mask to texts. */
final class MaskSubject {
    private final Masker masker = new Masker();
    private final Mask mask;

    MaskSubject(String... names) {
        mask = Mask.of(List.of(names));
    }

    String json(String text) {
        return masked(BodyKind.JSON, text);
    }

    String xml(String text) {
        return masked(BodyKind.XML, text);
    }

    String form(String text) {
        return masked(BodyKind.FORM, text);
    }

    String other(String text) {
        return masked(BodyKind.OTHER, text);
    }

    String masked(BodyKind kind, String text) {
        return new String(masked(kind, text.getBytes(UTF_8)), UTF_8);
    }

    /** Masks a text in the middle of an array, into the middle of another one. */
    byte[] masked(BodyKind kind, byte[] text) {
        byte[] source = new byte[text.length + 10];
        Arrays.fill(source, (byte) '"');
        System.arraycopy(text, 0, source, 5, text.length);
        byte[] target = new byte[3 * text.length + 40];
        int length = masker.copy(mask, kind, source, 5, 5 + text.length, target, 7);
        return Arrays.copyOfRange(target, 7, 7 + length);
    }
}
