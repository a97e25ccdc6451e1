package vesper.codec;

import java.util.List;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.dataformat.xml.XmlNameProcessor;
import tools.jackson.dataformat.xml.deser.FromXmlParser;
import tools.jackson.dataformat.xml.deser.XmlTokenStream;

/**
 * A parser that presents an XML text as tokens of objects and lists. Text between the elements of a list is a
 * {@link MismatchedInputException}. Jackson skips such text, or turns it into a property name, which a list cannot
 * have, so that it never finds the list's end.
 */
final class StrictXmlParser extends FromXmlParser {
    StrictXmlParser(
            ObjectReadContext context,
            IOContext io,
            int streamFeatures,
            int xmlFeatures,
            XMLStreamReader reader,
            XmlTokenStream tokens,
            XmlNameProcessor names,
            String textElement) {
        super(context, io, streamFeatures, xmlFeatures, reader, tokens, names, textElement);
    }

    /** Returns the XML parser inside another parser's wrappers, or null if the input is not XML or was buffered. */
    static @Nullable StrictXmlParser within(JsonParser parser) {
        JsonParser inner = parser;
        while (inner instanceof JsonParserDelegate around) inner = around.delegate();
        return inner instanceof StrictXmlParser elements ? elements : null;
    }

    /** Checks whether the current name is that of an attribute. */
    boolean isAtAttribute() {
        return _xmlTokens.getCurrentToken() == XmlTokenStream.XML_ATTRIBUTE_NAME;
    }

    @Override
    public boolean isExpectedStartArrayToken() {
        if (hasToken(JsonToken.START_OBJECT) && _nextIsLeadingMixed) throw textInList();
        return super.isExpectedStartArrayToken();
    }

    @Override
    public @Nullable JsonToken nextToken() {
        JsonToken token = super.nextToken();
        if (token == JsonToken.PROPERTY_NAME && _streamReadContext.inArray()) throw textInList();
        return token;
    }

    /**
     * Called after the text of an element in a list of texts. Jackson reports anything but the element's end as broken
     * XML.
     */
    @Override
    protected void _skipEndElement() {
        if (_nextToken() != XmlTokenStream.XML_END_ELEMENT)
            throw MismatchedInputException.from(this, String.class, "elements in a text");
    }

    private MismatchedInputException textInList() {
        return MismatchedInputException.from(this, List.class, "text where a list has its elements");
    }
}
