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

/** The names and values of a form in a body, in order, read within their limits. */
public final class FormFields {
    private record Field(String name, String value) {}

    private final FormLimits limits;
    private final List<Field> fields = new ArrayList<>();

    private FormFields(FormLimits limits) {
        this.limits = limits;
    }

    /** Whether it is neither UTF-8 nor a part of that. */
    public static boolean isOther(Charset charset) {
        return !charset.equals(UTF_8) && !charset.equals(US_ASCII);
    }

    /**
     * The fields of an {@code application/x-www-form-urlencoded} body. They are counted before any is decoded.
     *
     * @throws IllegalArgumentException if its percent-encoding is broken or it is not UTF-8
     * @throws ProblemException with 413 if it is over a limit
     */
    public static FormFields ofForm(byte[] body, FormLimits limits) {
        FormFields form = new FormFields(limits);
        form.refuseMany(body);
        EncodedPairs.forEach(utf8(body), form::addEncoded);
        return form;
    }

    /** The fields of an upload that are text; those with a file name or of another type are not. */
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

    private void refuseMany(byte[] body) {
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

    private ProblemException tooLong(String what, int most) {
        return tooLarge("a " + what + " of more than " + most + " characters");
    }

    private static ProblemException tooLarge(String what) {
        return ProblemType.TOO_LARGE.because("The form has " + what).exception();
    }

    /** Strictly: two texts that are told apart by their bytes must not become one. */
    public static String utf8(byte[] bytes) {
        try {
            return TextBytes.strictly(bytes, UTF_8);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the form is not UTF-8", e);
        }
    }
}
