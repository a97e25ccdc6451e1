package vesper.codec;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;

/**
 * A single read of a text. The first pass assumes that all values fit and costs nothing extra. Only if one does not
 * fit, a second pass collects all that do not.
 */
final class ReadOperation {
    /** Start of Jackson's message for too many tokens. Messages of Jackson are never sent to clients. */
    private static final String TOO_MANY_TOKENS = "Token count";

    private final MediaFormat format;
    private final ObjectReader reader;
    private final Bound tokens;
    private final Supplier<JsonParser> text;
    private final Supplier<String> characters;

    /**
     * @param text opens the same text from its start, each time it is called
     * @param characters the text itself, requested only for JSON that cannot be read
     */
    ReadOperation(
            MediaFormat format,
            ObjectReader reader,
            Bound tokens,
            Supplier<JsonParser> text,
            Supplier<String> characters) {
        this.format = format;
        this.reader = reader;
        this.tokens = tokens;
        this.text = text;
        this.characters = characters;
    }

    DecodeResult<Object> outcome() {
        try (JsonParser parser = text.get()) {
            Object value = reader.readValue(parser);
            if (parser.nextToken() != null) return trailingContent(parser);
            return FiniteJsonFactory.hasEscapedSurrogates(parser)
                    ? rejectLoneSurrogates(value)
                    : new DecodeResult.Value<>(value);
        } catch (DatabindException | InputCoercionException e) {
            return collectBadFields();
        } catch (JacksonException e) {
            return failure(e);
        }
    }

    /** Returns the value, or a fault if the text contains a lone surrogate. */
    private DecodeResult<Object> rejectLoneSurrogates(@Nullable Object value) {
        Optional<DecodeResult.Malformed<Object>> fault = JsonSyntaxChecker.in(characters.get());
        return fault.isPresent() ? fault.get() : new DecodeResult.Value<>(value);
    }

    private DecodeResult<Object> collectBadFields() {
        BadFieldCollector collector = new BadFieldCollector();
        try (JsonParser parser = text.get()) {
            if (parser.nextToken() == null) return malformed("it is empty", null);
            ObjectReader lenient = reader.withHandler(collector).with(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
            Object value = lenient.readValue(collector.wrap(parser));
            if (collector.found().isEmpty()) return new DecodeResult.Value<>(value);
            // A value that did not fit may leave the parser inside it, so that more tokens follow although the text has
            // one value.
            Optional<DecodeResult.Malformed<Object>> fault = parser.nextToken() == null || format == MediaFormat.XML
                    ? Optional.empty()
                    : JsonSyntaxChecker.in(characters.get());
            if (fault.isPresent()) return fault.get();
        } catch (DatabindException e) {
            collector.recordFailure(e);
        } catch (JacksonException e) {
            return failure(e);
        }
        // Jackson sometimes reads a skipped value again, which records it twice.
        return new DecodeResult.Mismatch<>(collector.found().stream().distinct().toList());
    }

    private DecodeResult<Object> failure(JacksonException e) {
        boolean isTooLarge = e instanceof StreamConstraintsException
                && String.valueOf(e.getOriginalMessage()).startsWith(TOO_MANY_TOKENS);
        if (isTooLarge)
            return new DecodeResult.TooLarge<>("The " + format + " has more than " + tokens.max()
                    + " tokens: values, names, and starts and ends of "
                    + (format == MediaFormat.JSON ? "objects and lists" : "elements") + " (" + tokens.name()
                    + ")");
        if (format == MediaFormat.XML) return XmlErrors.of(e);
        Optional<DecodeResult.Malformed<Object>> fault = JsonSyntaxChecker.in(characters.get());
        return fault.isPresent() ? fault.get() : malformed("it cannot be read", e.getLocation());
    }

    private DecodeResult<Object> trailingContent(JsonParser parser) {
        return malformed("there is content after its end", parser.currentTokenLocation());
    }

    private DecodeResult<Object> malformed(String reason, @Nullable TokenStreamLocation place) {
        return new DecodeResult.Malformed<>(
                "The " + format + " is not well-formed: " + reason,
                place == null ? 0 : Math.max(0, place.getLineNr()),
                place == null ? 0 : Math.max(0, place.getColumnNr()));
    }
}
