package vesper.codec;

import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;

/**
 * One reading of one text. It first trusts the text, which costs nothing extra; only where a value does not fit, the
 * text is read once more to find all that do not.
 */
final class Reading {
    /** Names of Java classes and settings in Jackson's messages, which are nobody's business outside. */
    private static final Pattern INSIDE = Pattern.compile(",? ?(from )?`[^`]*`|\\(through reference chain.*|\\n.*");

    private final MediaFormat format;
    private final ObjectReader reader;
    private final Supplier<JsonParser> text;

    /** {@code text} opens the same text from its beginning each time. */
    Reading(MediaFormat format, ObjectReader reader, Supplier<JsonParser> text) {
        this.format = format;
        this.reader = reader;
        this.text = text;
    }

    Decoded<Object> outcome() {
        try (JsonParser parser = text.get()) {
            Object value = reader.readValue(parser);
            return parser.nextToken() == null ? new Decoded.Value<>(value) : trailing(parser);
        } catch (DatabindException | InputCoercionException e) {
            return everyBadField();
        } catch (JacksonException e) {
            return malformed(reasonOf(e), e.getLocation());
        }
    }

    private Decoded<Object> everyBadField() {
        BadFieldCollector collector = new BadFieldCollector();
        try (JsonParser parser = text.get()) {
            if (parser.nextToken() == null) return malformed("it is empty", null);
            ObjectReader lenient = reader.withHandler(collector).with(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
            Object value = lenient.readValue(collector.noting(parser));
            if (collector.found().isEmpty()) return new Decoded.Value<>(value);
            if (parser.nextToken() != null) return trailing(parser);
        } catch (DatabindException e) {
            collector.stoppedBy(e);
        } catch (JacksonException e) {
            return malformed(reasonOf(e), e.getLocation());
        }
        return new Decoded.Unfit<>(List.copyOf(collector.found()));
    }

    private Decoded<Object> trailing(JsonParser parser) {
        return malformed("more follows after its end", parser.currentTokenLocation());
    }

    private Decoded<Object> malformed(String reason, @Nullable TokenStreamLocation place) {
        return new Decoded.Malformed<>(
                "The " + format + " is not well-formed: " + reason,
                place == null ? 0 : Math.max(0, place.getLineNr()),
                place == null ? 0 : Math.max(0, place.getColumnNr()));
    }

    private static String reasonOf(JacksonException failure) {
        return INSIDE.matcher(String.valueOf(failure.getOriginalMessage()))
                .replaceAll("")
                .strip();
    }
}
