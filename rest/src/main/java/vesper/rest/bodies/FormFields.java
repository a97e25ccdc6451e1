package vesper.rest.bodies;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import vesper.http.PercentEncoding;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.media.MediaRange;
import vesper.rest.media.TextBytes;
import vesper.rest.multipart.Part;
import vesper.rest.multipart.Upload;

/** The names and values of a form in a body, in order, read within limits. */
public final class FormFields {
    private record Field(String name, String value) {}

    private final FormLimits limits;
    private final List<Field> fields = new ArrayList<>();

    private FormFields(FormLimits limits) {
        this.limits = limits;
    }

    /** Returns whether the charset is neither UTF-8 nor a subset of it. */
    public static boolean isNotUtf8(Charset charset) {
        return !charset.equals(UTF_8) && !charset.equals(US_ASCII);
    }

    /**
     * Reads the fields of an {@code application/x-www-form-urlencoded} body. Checks their number before decoding any.
     *
     * @throws IllegalArgumentException if the percent-encoding is malformed or the body is not UTF-8
     * @throws ProblemException with 413 if the form exceeds a limit
     */
    public static FormFields ofForm(byte[] body, FormLimits limits) {
        FormFields form = new FormFields(limits);
        form.checkFieldCount(body);
        EncodedPairs.forEach(utf8(body), form::addEncoded);
        return form;
    }

    /** Reads the text fields of an upload. Skips parts with a file name or another media type. */
    public static FormFields ofUpload(Upload upload, FormLimits limits) throws IOException {
        FormFields form = new FormFields(limits);
        for (Part part : upload.parts()) {
            if (part.fileName().isPresent() || !isText(part)) continue;
            if (part.sizeBytes() > 4L * limits.valueLength()) throw form.tooLong("value", limits.valueLength());
            form.add(part.name(), utf8(part.bytes()));
        }
        return form;
    }

    private static boolean isText(Part part) {
        return part.contentType()
                .map(type -> MediaRange.parse(type)
                        .filter(range ->
                                range.type().equals("text") || range.format().isPresent())
                        .isPresent())
                .orElse(true);
    }

    private void checkFieldCount(byte[] body) {
        int count = 1;
        for (byte b : body) if (b == '&') count++;
        if (count > limits.fields()) throw tooLarge("more than " + limits.fields() + " fields");
    }

    private void addEncoded(String name, String value) {
        add(PercentEncoding.decodeForm(name), PercentEncoding.decodeForm(value));
    }

    private void add(String name, String value) {
        if (fields.size() == limits.fields()) throw tooLarge("more than " + limits.fields() + " fields");
        if (name.length() > limits.nameLength()) throw tooLong("name", limits.nameLength());
        if (value.length() > limits.valueLength()) throw tooLong("value", limits.valueLength());
        fields.add(new Field(name, value));
    }

    public void forEach(BiConsumer<String, String> action) {
        for (Field field : fields) action.accept(field.name, field.value);
    }

    private ProblemException tooLong(String what, int max) {
        return tooLarge("a " + what + " of more than " + max + " characters");
    }

    private static ProblemException tooLarge(String what) {
        return ProblemType.TOO_LARGE.because("The form has " + what).exception();
    }

    /** Decodes strictly: byte sequences that differ must not become the same text. */
    public static String utf8(byte[] bytes) {
        try {
            return TextBytes.strictly(bytes, UTF_8);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the form is not UTF-8", e);
        }
    }
}
