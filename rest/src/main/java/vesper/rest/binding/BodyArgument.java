package vesper.rest.binding;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.rest.ProblemType;
import vesper.rest.media.ContentType;
import vesper.rest.media.MediaRange;
import vesper.rest.media.TextBytes;
import vesper.rest.operations.Input;
import vesper.rest.operations.Types;

/** Binds the body to a parameter: parsed as JSON or XML according to {@code Content-Type}, or unchanged. */
final class BodyArgument implements Argument {
    private static final String BODY = "#";
    private static final String READABLE = "application/json, application/xml";

    private final Codec codec;
    private final Type type;
    private final Class<?> raw;
    private final boolean optional;
    private final boolean required;
    private final Input input;

    BodyArgument(Codec codec, Type declared, boolean required, AnnotatedElement declaredAt) {
        this.codec = codec;
        optional = Types.rawOf(declared) == Optional.class;
        type = optional ? Types.argumentOf(declared) : declared;
        raw = Types.rawOf(type);
        this.required = required && !optional;
        input = new Input(Input.From.BODY, "", type, this.required, null, declaredAt);
    }

    @Override
    public Optional<Input> input() {
        return Optional.of(input);
    }

    @Override
    public @Nullable Object of(Call call) throws IOException {
        if (raw == InputStream.class) return call.stream();
        Object value = value(call);
        return optional ? Optional.ofNullable(value) : value;
    }

    private @Nullable Object value(Call call) throws IOException {
        if (Map.class.isAssignableFrom(raw) && call.hasForm()) return form(call);
        byte[] body = call.body();
        if (body.length == 0) return required ? call.bad(BODY, "the body is missing") : null;
        if (raw == byte[].class) return body;
        Optional<Charset> charset = call.contentType().flatMap(ContentType::charset);
        if (raw == String.class || raw == CharSequence.class) return text(body, charset.orElse(UTF_8), call);

        MediaFormat format = formatOf(call);
        DecodeResult<Object> decoded = call.read(codec, format, body, charset.orElse(null), type);
        return switch (decoded) {
            case DecodeResult.Value<Object>(Object value) -> value == null && required ? missing(call) : value;
            case DecodeResult.Malformed<Object> malformed -> call.bad(BODY, message(malformed));
            case DecodeResult.TooLarge<Object>(String reason) ->
                throw ProblemType.TOO_LARGE.because(reason).exception();
            case DecodeResult.Mismatch<Object>(List<BadField> fields) -> {
                for (BadField field : fields) call.bad(BODY + field.pointer(), field.detail());
                yield null;
            }
        };
    }

    private static @Nullable Object text(byte[] body, Charset charset, Call call) {
        try {
            return TextBytes.strictly(body, charset);
        } catch (CharacterCodingException e) {
            return call.bad(BODY, "is not " + charset.name());
        }
    }

    private Object form(Call call) throws IOException {
        return raw == MultiValueMap.class
                ? MapArgument.multiValues(call.parameters().asMap())
                : MapArgument.firstValues(call.parameters().asMap());
    }

    /** Returns the format of the body. JSON is the default for clients that omit {@code Content-Type}. */
    private static MediaFormat formatOf(Call call) {
        return call.contentType()
                .map(ContentType::type)
                .orElse(MediaRange.JSON)
                .format()
                .orElseThrow(() -> ProblemType.UNSUPPORTED_MEDIA_TYPE
                        .because("Content-Type must be one of " + READABLE)
                        .header("Accept", READABLE)
                        .exception());
    }

    private static @Nullable Object missing(Call call) {
        return call.bad(BODY, "the body is null");
    }

    private static String message(DecodeResult.Malformed<Object> malformed) {
        return malformed.line() == 0
                ? malformed.reason()
                : malformed.reason() + " (line " + malformed.line() + ", column " + malformed.column() + ")";
    }
}
