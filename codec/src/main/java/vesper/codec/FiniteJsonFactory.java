package vesper.codec;

import java.io.OutputStream;
import java.io.Reader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.ReaderBasedJsonParser;
import tools.jackson.core.json.UTF8JsonGenerator;
import tools.jackson.core.json.UTF8StreamJsonParser;
import tools.jackson.core.sym.ByteQuadsCanonicalizer;
import tools.jackson.core.sym.CharsToNameCanonicalizer;

/**
 * A factory for JSON parsers and generators that handle finite numbers only, since RFC 8259 has no others. Jackson
 * reads {@code 1e400} as infinity and writes infinity as a string. These parsers throw an
 * {@link InputCoercionException}, and the generators write {@code null}, as ECMAScript's {@code JSON.stringify} does.
 * All texts are Unicode: the parsers report lone {@link Surrogates}, the generators replace them.
 *
 * <p>There are two parsers, one for bytes and one for characters. They have no common superclass of ours, so both
 * override the same methods.
 *
 * <p>Callers pass bytes that they have checked to be UTF-8 without a byte order mark.
 */
final class FiniteJsonFactory extends JsonFactory {
    private static final long serialVersionUID = 1;

    FiniteJsonFactory(JsonFactoryBuilder builder) {
        super(builder);
    }

    @Override
    protected JsonParser _createParser(ObjectReadContext context, IOContext io, byte[] text, int offset, int length) {
        streamReadConstraints().validateDocumentLength(length);
        io.setEncoding(JsonEncoding.UTF8);
        return new ByteParser(
                context,
                io,
                context.getStreamReadFeatures(_streamReadFeatures),
                context.getFormatReadFeatures(_formatReadFeatures),
                _byteSymbolCanonicalizer.makeChild(_factoryFeatures),
                text,
                offset,
                offset + length);
    }

    @Override
    protected JsonParser _createParser(ObjectReadContext context, IOContext io, Reader text) {
        return new CharParser(
                context,
                io,
                context.getStreamReadFeatures(_streamReadFeatures),
                context.getFormatReadFeatures(_formatReadFeatures),
                text,
                _rootCharSymbols.makeChild());
    }

    @Override
    protected JsonGenerator _createUTF8Generator(ObjectWriteContext context, IOContext io, OutputStream out) {
        return new Generator(
                context,
                io,
                context.getStreamWriteFeatures(_streamWriteFeatures),
                context.getFormatWriteFeatures(_formatWriteFeatures),
                out,
                context.getRootValueSeparator(_rootValueSeparator),
                _characterEscapes,
                context.getPrettyPrinter(),
                _maximumNonEscapedChar,
                _quoteChar);
    }

    private static double finite(JsonParser parser, double number) {
        if (Double.isFinite(number)) return number;
        throw beyond(parser, double.class);
    }

    private static float finite(JsonParser parser, float number) {
        if (Float.isFinite(number)) return number;
        throw beyond(parser, float.class);
    }

    private static InputCoercionException beyond(JsonParser parser, Class<?> type) {
        return new InputCoercionException(parser, "a number is too large", parser.currentToken(), type);
    }

    /** A parser that decodes escaped surrogates and does not verify that all of them form pairs. */
    private interface SurrogateAware {
        boolean hasEscapedSurrogates();
    }

    /** Checks whether the text that this parser has read may contain a lone surrogate. */
    static boolean hasEscapedSurrogates(JsonParser parser) {
        return parser instanceof SurrogateAware read && read.hasEscapedSurrogates();
    }

    private static final class ByteParser extends UTF8StreamJsonParser implements SurrogateAware {
        private boolean hasEscapedSurrogates;

        ByteParser(
                ObjectReadContext context,
                IOContext io,
                int features,
                int formatFeatures,
                ByteQuadsCanonicalizer names,
                byte[] text,
                int start,
                int end) {
            super(context, io, features, formatFeatures, null, names, text, start, end, 0, false);
        }

        @Override
        protected char _decodeEscaped() {
            char unit = super._decodeEscaped();
            if (Character.isSurrogate(unit)) hasEscapedSurrogates = true;
            return unit;
        }

        @Override
        public boolean hasEscapedSurrogates() {
            return hasEscapedSurrogates;
        }

        @Override
        public double getDoubleValue() {
            return finite(this, super.getDoubleValue());
        }

        @Override
        public float getFloatValue() {
            return finite(this, super.getFloatValue());
        }

        /** Called for numbers that are read without a requested type. */
        @Override
        protected double _getNumberDouble() {
            return finite(this, super._getNumberDouble());
        }
    }

    private static final class CharParser extends ReaderBasedJsonParser implements SurrogateAware {
        private boolean hasEscapedSurrogates;

        CharParser(
                ObjectReadContext context,
                IOContext io,
                int features,
                int formatFeatures,
                Reader text,
                CharsToNameCanonicalizer names) {
            super(context, io, features, formatFeatures, text, names);
        }

        @Override
        protected char _decodeEscaped() {
            char unit = super._decodeEscaped();
            if (Character.isSurrogate(unit)) hasEscapedSurrogates = true;
            return unit;
        }

        @Override
        public boolean hasEscapedSurrogates() {
            return hasEscapedSurrogates;
        }

        @Override
        public double getDoubleValue() {
            return finite(this, super.getDoubleValue());
        }

        @Override
        public float getFloatValue() {
            return finite(this, super.getFloatValue());
        }

        /** Called for numbers that are read without a requested type. */
        @Override
        protected double _getNumberDouble() {
            return finite(this, super._getNumberDouble());
        }
    }

    private static final class Generator extends UTF8JsonGenerator {
        Generator(
                ObjectWriteContext context,
                IOContext io,
                int features,
                int formatFeatures,
                OutputStream out,
                @Nullable SerializableString separator,
                @Nullable CharacterEscapes escapes,
                @Nullable PrettyPrinter printer,
                int highestUnescaped,
                char quote) {
            super(context, io, features, formatFeatures, out, separator, escapes, printer, highestUnescaped, quote);
        }

        @Override
        public JsonGenerator writeString(@Nullable String text) {
            return text == null ? writeNull() : super.writeString(Surrogates.replaceLone(text));
        }

        @Override
        public JsonGenerator writeString(char[] text, int offset, int length) {
            return writeString(new String(text, offset, length));
        }

        @Override
        public JsonGenerator writeName(String name) {
            return super.writeName(Surrogates.replaceLone(name));
        }

        @Override
        public JsonGenerator writeNumber(double number) {
            return Double.isFinite(number) ? super.writeNumber(number) : writeNull();
        }

        @Override
        public JsonGenerator writeNumber(float number) {
            return Float.isFinite(number) ? super.writeNumber(number) : writeNull();
        }
    }
}
