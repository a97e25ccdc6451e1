package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.CharArrayReader;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes values of any Java type as JSON and XML text. Thread-safe.
 *
 * <p>JSON is UTF-8. Indented JSON has two spaces for each level and {@code \n} line ends. An XML root element is named
 * after the value's class without its package, {@code response} for a map and {@code items} for a list; the elements of
 * that list are each an {@code item}. A list inside an object, map or list has a wrapper element. The list's elements
 * have the name of the wrapper, or {@code item} where the list is inside another list. XML omits null values and has no
 * XML declaration.
 *
 * <p>Numbers are finite, since JSON has no others. A text with a number beyond the range of its type, for example
 * {@code 1e400} for a double or an untyped value, is {@link DecodeResult.Mismatch}. NaN and infinity are written to
 * JSON as {@code null}.
 *
 * <p>A virtual thread writes a large text in pieces and pauses between them, see {@link LargeWrites}.
 *
 * <p>A codec caches what it learns about the classes it handles, and thereby keeps their class loaders alive. Code that
 * is reloaded, such as a package of services, needs a separate codec from {@link #forOtherClasses}.
 */
public final class Codec {
    /** Size above which a text is large, in bytes or characters; see {@link Mappers#largeJson}. */
    private static final int LARGE = 32 << 10;

    private final boolean indentJson;
    private final ObjectMapper json;
    private final TextBounds bounds;
    private final LargeWrites largeWrites;
    private final WriteMemory memory;
    private final JsonFactory largeJson;
    private final ObjectMapper xml;
    private final StripedPool<ReusableJsonWriter> jsonPool;
    private final Map<Class<?>, ObjectWriter> jsonWriters = new ConcurrentHashMap<>();
    private final Map<Class<?>, ObjectWriter> xmlWriters = new ConcurrentHashMap<>();
    private final Map<Type, ObjectReader> jsonReaders = new ConcurrentHashMap<>();
    private final Map<Type, ObjectReader> xmlReaders = new ConcurrentHashMap<>();

    /**
     * Creates a codec with the default bounds.
     *
     * @param indentJson true for JSON that people read
     */
    public Codec(boolean indentJson) {
        this(indentJson, TextBounds.DEFAULTS);
    }

    /** Creates a codec with the given bounds. */
    public Codec(boolean indentJson, TextBounds bounds) {
        this(indentJson, bounds, LargeWrites.ofProcessors(), new WriteMemory(bounds.bufferedBytes()));
    }

    Codec(boolean indentJson, TextBounds bounds, LargeWrites largeWrites, WriteMemory memory) {
        this.indentJson = indentJson;
        this.bounds = bounds;
        this.largeWrites = largeWrites;
        this.memory = memory;
        json = Mappers.json(indentJson, bounds.readTokens());
        largeJson = Mappers.largeJson(bounds.readTokens());
        xml = Mappers.xml(bounds.readTokens());
        jsonPool = new StripedPool<>(() -> new ReusableJsonWriter(json, bounds.writtenBytes(), largeWrites, memory));
    }

    /** Returns a codec that writes each JSON text on one line. It does not share this codec's cache of classes. */
    public Codec unindented() {
        return new Codec(false, bounds, largeWrites, memory);
    }

    /** Returns a codec with the same settings that does not share this codec's cache of classes. */
    public Codec forOtherClasses() {
        return new Codec(indentJson, bounds, largeWrites, memory);
    }

    /**
     * Returns the text of a value; JSON is encoded as UTF-8.
     *
     * @throws UnwritableValueException if the value has a cycle or one of its getters throws
     * @throws TextNotWrittenException if the text is larger than {@link TextBounds#writtenBytes}, or all texts that are
     *     being written take more than {@link TextBounds#bufferedBytes} together
     */
    public byte[] write(MediaFormat format, @Nullable Object value) {
        Class<?> type = value == null ? Void.class : value.getClass();
        try {
            ObjectWriter writer = writer(format, type);
            return format == MediaFormat.JSON ? jsonText(writer, value) : xmlText(writer, value);
        } catch (JacksonException | IllegalStateException e) {
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof TextNotWrittenException unwritten) throw unwritten;
            }
            throw new UnwritableValueException(type, format, e);
        }
    }

    private byte[] jsonText(ObjectWriter writer, @Nullable Object value) {
        ReusableJsonWriter pooled = jsonPool.acquire();
        byte[] text = pooled.write(writer, value);
        jsonPool.release(pooled);
        return text;
    }

    private byte[] xmlText(ObjectWriter writer, @Nullable Object value) {
        OutputBuffer text = new OutputBuffer(bounds.writtenBytes(), largeWrites, memory);
        try {
            writer.writeValue(text, value);
            return text.toArrayAndReset();
        } finally {
            text.releaseResources();
        }
    }

    /** Reads a text whose encoding follows from its format: UTF-8 for JSON, the declared encoding for XML. */
    public DecodeResult<Object> read(MediaFormat format, byte[] text, Type type) {
        if (format == MediaFormat.JSON && !Utf8.isWellFormed(text)) return charsetMismatch(UTF_8);
        ObjectReader reader = reader(format, type);
        if (format == MediaFormat.XML) return xml(reader, () -> reader.createParser(text));

        int start = Utf8.byteOrderMarkLength(text);
        int length = text.length - start;
        Supplier<JsonParser> parser = length > LARGE
                ? () -> large(new InputStreamReader(new ByteArrayInputStream(text, start, length), UTF_8))
                : () -> reader.createParser(text, start, length);
        return json(reader, parser, () -> new String(text, start, length, UTF_8));
    }

    /** Reads a text in a given encoding, which overrides the one in an XML declaration. */
    public DecodeResult<Object> read(MediaFormat format, byte[] text, Charset charset, Type type) {
        if (format == MediaFormat.JSON && charset.equals(UTF_8)) return read(format, text, type);
        char[] characters;
        try {
            CharBuffer decoded = charset.newDecoder().decode(ByteBuffer.wrap(text));
            characters = new char[decoded.remaining()];
            decoded.get(characters);
        } catch (CharacterCodingException e) {
            return charsetMismatch(charset);
        }
        ObjectReader reader = reader(format, type);
        if (format == MediaFormat.XML) return xml(reader, () -> reader.createParser(new CharArrayReader(characters)));
        Supplier<JsonParser> parser = characters.length > LARGE
                ? () -> large(new CharArrayReader(characters))
                : () -> reader.createParser(new CharArrayReader(characters));
        return json(reader, parser, () -> new String(characters));
    }

    private JsonParser large(Reader text) {
        return largeJson.createParser(ObjectReadContext.empty(), text);
    }

    private DecodeResult<Object> json(ObjectReader reader, Supplier<JsonParser> parser, Supplier<String> text) {
        return new ReadOperation(MediaFormat.JSON, reader, bounds.readTokens(), parser, text).outcome();
    }

    private DecodeResult<Object> xml(ObjectReader reader, Supplier<JsonParser> parser) {
        return new ReadOperation(MediaFormat.XML, reader, bounds.readTokens(), parser, () -> "").outcome();
    }

    /**
     * Returns the name that a property of a class has in texts, or the property's own name if it is not in any text.
     */
    public String nameOf(Class<?> type, String property) {
        DeserializationConfig config = json.deserializationConfig();
        ClassIntrospector introspector = config.classIntrospectorInstance().forOperation(config);
        JavaType wanted = json.constructType(type);
        AnnotatedClass annotated = introspector.introspectClassAnnotations(wanted);
        for (BeanPropertyDefinition one :
                introspector.introspectForDeserialization(wanted, annotated).findProperties()) {
            if (one.getInternalName().equals(property)) return one.getName();
        }
        return property;
    }

    private static DecodeResult<Object> charsetMismatch(Charset charset) {
        return new DecodeResult.Malformed<>("The text is not " + charset.name(), 0, 0);
    }

    private ObjectReader reader(MediaFormat format, Type type) {
        return switch (format) {
            case JSON -> jsonReaders.computeIfAbsent(type, wanted -> json.readerFor(json.constructType(wanted)));
            case XML -> xmlReaders.computeIfAbsent(type, wanted -> xml.readerFor(xml.constructType(wanted)));
        };
    }

    private ObjectWriter writer(MediaFormat format, Class<?> type) {
        Map<Class<?>, ObjectWriter> known = format == MediaFormat.JSON ? jsonWriters : xmlWriters;
        ObjectWriter writer = known.get(type);
        return writer != null ? writer : learn(format, type, known);
    }

    private ObjectWriter learn(MediaFormat format, Class<?> type, Map<Class<?>, ObjectWriter> known) {
        ObjectWriter writer = format == MediaFormat.JSON ? json.writerFor(type) : xmlWriter(type);
        known.put(type, writer);
        return writer;
    }

    private ObjectWriter xmlWriter(Class<?> type) {
        ObjectWriter writer = xml.writerFor(type);
        if (isMap(type)) return writer.withRootName("response");
        return isList(type) ? writer.withRootName("items") : writer;
    }

    private static boolean isMap(Class<?> type) {
        return Map.class.isAssignableFrom(type) || ObjectNode.class.isAssignableFrom(type);
    }

    private static boolean isList(Class<?> type) {
        return Collection.class.isAssignableFrom(type)
                || ArrayNode.class.isAssignableFrom(type)
                || (type.isArray() && type != byte[].class && type != char[].class);
    }
}
