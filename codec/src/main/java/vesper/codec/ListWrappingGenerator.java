package vesper.codec;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.xml.XmlNameProcessor;
import tools.jackson.dataformat.xml.ser.ToXmlGenerator;

/**
 * Writes lists in maps and lists in lists the way Jackson writes lists in beans:
 * {@code <sizes><sizes>1</sizes></sizes>}. Jackson writes a list in a map without the outer element, so a list of one
 * element looks like its value. It has no form for a list in a list; here, each element of the inner list is an
 * {@code item}.
 */
final class ListWrappingGenerator extends ToXmlGenerator {
    private static final QName ITEM = new QName("item");

    /** A list that was given a wrapper element, and its nesting depth. */
    private record Wrapper(int depth, QName name) {}

    private final Deque<Wrapper> openWrappers = new ArrayDeque<>(0);
    private boolean wrappedByJackson;

    ListWrappingGenerator(
            ObjectWriteContext context,
            IOContext io,
            int streamFeatures,
            int xmlFeatures,
            XMLStreamWriter writer,
            XmlNameProcessor names,
            @Nullable String textElement) {
        super(context, io, streamFeatures, xmlFeatures, writer, null, names, textElement);
    }

    @Override
    public void startWrappedValue(QName wrapper, QName wrapped) {
        super.startWrappedValue(wrapper, wrapped);
        wrappedByJackson = true;
    }

    @Override
    public JsonGenerator writeStartArray() {
        QName name = wrapperName();
        return startWrapper(super.writeStartArray(), name);
    }

    @Override
    public JsonGenerator writeStartArray(Object list) {
        QName name = wrapperName();
        return startWrapper(super.writeStartArray(list), name);
    }

    /** Replaces lone {@link Surrogates}, at which Woodstox fails. */
    @Override
    public JsonGenerator writeString(@Nullable String text) {
        return text == null ? writeNull() : super.writeString(Surrogates.replaceLone(text));
    }

    @Override
    public JsonGenerator writeString(char[] text, int offset, int length) {
        return writeString(new String(text, offset, length));
    }

    private JsonGenerator startWrapper(JsonGenerator generator, @Nullable QName name) {
        if (name == null) return generator;
        boolean insideList = _streamWriteContext.getParent().inArray();
        super.startWrappedValue(name, insideList ? ITEM : name);
        openWrappers.push(new Wrapper(_streamWriteContext.getNestingDepth(), name));
        return generator;
    }

    @Override
    public JsonGenerator writeEndArray() {
        Wrapper innermost = openWrappers.peek();
        boolean wrapped = innermost != null && innermost.depth == _streamWriteContext.getNestingDepth();
        JsonGenerator generator = super.writeEndArray();
        if (wrapped) {
            openWrappers.pop();
            finishWrappedValue(innermost.name, ITEM);
            // The next list in the same parent has the same name.
            setNextName(innermost.name);
        }
        return generator;
    }

    /**
     * Returns the name of the wrapper that the list starting here needs, or null if it already has one or is the root.
     */
    private @Nullable QName wrapperName() {
        boolean has = wrappedByJackson;
        wrappedByJackson = false;
        if (has) return null;
        boolean needs = _streamWriteContext.inArray() || isMapOrTree(_streamWriteContext.currentValue());
        return needs ? _nextName : null;
    }

    private static boolean isMapOrTree(@Nullable Object holder) {
        return holder instanceof Map || holder instanceof JsonNode;
    }
}
