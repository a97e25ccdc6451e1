package vesper.codec;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.util.ClassUtil;

/**
 * Records every value that does not fit its type and lets Jackson continue with an empty value in its place. The
 * resulting object is discarded. Each instance serves one read.
 */
final class BadFieldCollector extends DeserializationProblemHandler {
    private final List<BadField> found = new ArrayList<>();

    List<BadField> found() {
        return found;
    }

    /** Wraps the parser so that numbers that do not fit are recorded too. */
    JsonParser wrap(JsonParser parser) {
        return new NumberCheckingParser(
                parser,
                type -> record(pointer(parser), expected(type), type),
                type -> record(pointer(parser), "is a number beyond " + largest(type), type));
    }

    /** Records the failure that ended the read, unless its field or one below it is already recorded. */
    void recordFailure(DatabindException failure) {
        String pointer = pointerOf(failure);
        if (hasFoundIn(pointer)) return;
        Class<?> target = failure instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        record(pointer, target == null ? "does not fit" : expected(target), Object.class);
    }

    @Override
    public @Nullable Object handleWeirdKey(DeserializationContext context, Class<?> type, String key, String failure) {
        return record(context, "expected a name that is " + TypeWords.of(type) + ", found " + quoted(key), type);
    }

    @Override
    public @Nullable Object handleWeirdStringValue(
            DeserializationContext context, Class<?> type, String value, String failure) {
        return record(context, expected(type), type);
    }

    @Override
    public @Nullable Object handleWeirdNumberValue(
            DeserializationContext context, Class<?> type, Number value, String failure) {
        return record(context, expected(type), type);
    }

    @Override
    public @Nullable Object handleWeirdNativeValue(
            DeserializationContext context, JavaType type, Object value, JsonParser parser) {
        return record(context, expected(type.getRawClass()), type.getRawClass());
    }

    @Override
    public @Nullable Object handleUnexpectedToken(
            DeserializationContext context,
            JavaType type,
            @Nullable JsonToken token,
            JsonParser parser,
            @Nullable String failure) {
        return recordAndSkip(context, parser, type.getRawClass());
    }

    @Override
    public @Nullable Object handleNullForPrimitives(
            DeserializationContext context,
            Class<?> type,
            JsonParser parser,
            ValueDeserializer<?> deserializer,
            String failure) {
        return record(context, expected(type), type);
    }

    @Override
    public @Nullable Object handleInstantiationProblem(
            DeserializationContext context, Class<?> type, @Nullable Object argument, Throwable failure) {
        String pointer = objectPointer(context.getParser());
        // A field of this object is already recorded: the constructor failed because of it.
        if (hasFoundIn(pointer)) return emptyOf(type);
        String reason = ValidationMessage.from(ClassUtil.getRootCause(failure)).orElseGet(() -> expected(type));
        return record(pointer, reason, type);
    }

    /** Checks whether a value or anything below it is recorded; {@code /lines} is not below {@code /line}. */
    private boolean hasFoundIn(String pointer) {
        for (BadField field : found) {
            String recorded = field.pointer();
            boolean within = recorded.startsWith(pointer)
                    && (recorded.length() == pointer.length() || recorded.charAt(pointer.length()) == '/');
            if (within) return true;
        }
        return false;
    }

    @Override
    public @Nullable Object handleMissingInstantiator(
            DeserializationContext context,
            Class<?> type,
            @Nullable ValueInstantiator instantiator,
            JsonParser parser,
            String failure) {
        return recordAndSkip(context, parser, type);
    }

    private @Nullable Object recordAndSkip(DeserializationContext context, JsonParser parser, Class<?> type) {
        boolean continues = found.size() < Limits.BAD_FIELDS;
        Object substitute = record(context, expected(type), type);
        if (continues) parser.skipChildren();
        return substitute;
    }

    private @Nullable Object record(DeserializationContext context, String detail, Class<?> type) {
        return record(pointer(context.getParser()), detail, type);
    }

    private @Nullable Object record(String pointer, String detail, Class<?> type) {
        if (found.size() == Limits.BAD_FIELDS) return NOT_HANDLED;
        found.add(new BadField(pointer, detail));
        return emptyOf(type);
    }

    private static @Nullable Object emptyOf(Class<?> type) {
        return type.isPrimitive() ? ClassUtil.defaultValue(type) : null;
    }

    private static String largest(Class<?> type) {
        return type == float.class ? "3.4e38" : "1.7e308";
    }

    private static String expected(Class<?> type) {
        return "expected " + TypeWords.of(type);
    }

    private static String quoted(String text) {
        return '"' + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + '"';
    }

    private static String pointer(@Nullable JsonParser parser) {
        return parser == null ? "" : parser.streamReadContext().pathAsPointer().toString();
    }

    /**
     * Returns the pointer of the object under construction. A constructor runs as soon as its last argument is known,
     * so the parser may already be at the next property.
     */
    private static String objectPointer(@Nullable JsonParser parser) {
        if (parser == null) return "";
        JsonPointer here = parser.streamReadContext().pathAsPointer();
        return (parser.hasToken(JsonToken.PROPERTY_NAME) && here.head() != null ? here.head() : here).toString();
    }

    private static String pointerOf(DatabindException failure) {
        StringBuilder pointer = new StringBuilder();
        for (JacksonException.Reference step : failure.getPath()) {
            pointer.append('/');
            if (step.getPropertyName() == null) pointer.append(step.getIndex());
            else pointer.append(step.getPropertyName().replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }
}
