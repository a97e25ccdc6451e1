package vesper.rest.binding;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.multipart.MultipartFile;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.rest.ProblemType;
import vesper.rest.bodies.FormFields;
import vesper.rest.media.ContentType;
import vesper.rest.media.MediaRange;
import vesper.rest.multipart.Part;
import vesper.rest.operations.Input;
import vesper.rest.operations.Types;

/**
 * Binds one part of an upload, or all parts with one name: as files, unchanged, or parsed as JSON or XML according to
 * the part's content type.
 */
final class PartArgument implements Argument {
    private static final String UPLOAD = "multipart/form-data";

    private enum Shape {
        ONE,
        LIST,
        ARRAY
    }

    private final Codec codec;
    private final String name;
    private final Type type;
    private final Class<?> raw;
    private final Shape shape;
    private final boolean optional;
    private final boolean required;
    private final Input input;

    PartArgument(Codec codec, Input input) {
        this.codec = codec;
        this.input = input;
        name = input.name();
        Type declared = input.type();
        optional = Types.rawOf(declared) == Optional.class;
        Type inner = optional ? Types.argumentOf(declared) : declared;
        shape = shapeOf(inner);
        type = shape == Shape.ONE ? inner : MultipartFile.class;
        raw = Types.rawOf(type);
        required = input.required() && !optional;
    }

    @Override
    public Optional<Input> input() {
        return Optional.of(input);
    }

    /** Returns whether a parameter of this type can only be files of an upload. */
    static boolean isOfFiles(Type declared) {
        boolean optional = Types.rawOf(declared) == Optional.class;
        Type inner = optional ? Types.argumentOf(declared) : declared;
        return shapeOf(inner) != Shape.ONE || Types.rawOf(inner) == MultipartFile.class;
    }

    private static Shape shapeOf(Type type) {
        Class<?> outer = Types.rawOf(type);
        if (outer == MultipartFile[].class) return Shape.ARRAY;
        boolean isList = outer == List.class || outer == Collection.class || outer == Iterable.class;
        boolean ofFiles = isList && Types.rawOf(Types.argumentOf(type)) == MultipartFile.class;
        return ofFiles ? Shape.LIST : Shape.ONE;
    }

    @Override
    public @Nullable Object of(Call call) throws IOException {
        List<Part> parts = parts(call);
        if (parts.isEmpty()) return required ? call.bad(name, "is missing") : absent();
        Object value = switch (shape) {
            case LIST -> files(parts);
            case ARRAY -> files(parts).toArray(MultipartFile[]::new);
            case ONE -> one(parts.getFirst(), call);
        };
        return optional ? Optional.ofNullable(value) : value;
    }

    private List<Part> parts(Call call) throws IOException {
        if (call.hasUpload()) return call.upload().partsNamed(name);
        if (!required) return List.of();
        if (call.declaresUpload())
            throw ProblemType.BAD_REQUEST
                    .because("The upload is empty: the closing boundary is missing")
                    .exception();
        throw ProblemType.UNSUPPORTED_MEDIA_TYPE
                .because("Content-Type is not " + UPLOAD)
                .header("Accept", UPLOAD)
                .exception();
    }

    private @Nullable Object absent() {
        return optional ? Optional.empty() : null;
    }

    private static List<MultipartFile> files(List<Part> parts) {
        return parts.stream().<MultipartFile>map(UploadedFile::new).toList();
    }

    private @Nullable Object one(Part part, Call call) throws IOException {
        if (raw == MultipartFile.class) return new UploadedFile(part);
        if (raw == Part.class) return part;
        if (raw == InputStream.class) return part.stream();
        if (raw == byte[].class) return part.bytes();
        if (raw == String.class || raw == CharSequence.class) return text(part, call);
        return read(part, call);
    }

    private @Nullable Object text(Part part, Call call) throws IOException {
        try {
            return FormFields.utf8(part.bytes());
        } catch (IllegalArgumentException e) {
            return call.bad(name, "is not UTF-8");
        }
    }

    /** Parses a part. JSON is the default for a part without content type, as for a body. */
    private @Nullable Object read(Part part, Call call) throws IOException {
        Optional<ContentType> stated = part.contentType().map(ContentType::parse);
        MediaFormat format = stated.map(ContentType::type)
                .orElse(MediaRange.JSON)
                .format()
                .orElseThrow(() -> ProblemType.UNSUPPORTED_MEDIA_TYPE
                        .because("The part " + name + " is neither JSON nor XML")
                        .exception());
        Charset charset = stated.flatMap(ContentType::charset).orElse(UTF_8);
        DecodeResult<Object> decoded =
                call.read(codec, format, part.bytes(), charset.equals(UTF_8) ? null : charset, type);
        return switch (decoded) {
            case DecodeResult.Value<Object>(Object value) ->
                value == null && required ? call.bad(name, "is null") : value;
            case DecodeResult.Malformed<Object> malformed -> call.bad(name, malformed.reason());
            case DecodeResult.TooLarge<Object>(String reason) ->
                throw ProblemType.TOO_LARGE.because(name + ": " + reason).exception();
            case DecodeResult.Mismatch<Object>(List<BadField> fields) -> {
                for (BadField field : fields) call.bad(name + "#" + field.pointer(), field.detail());
                yield null;
            }
        };
    }
}
