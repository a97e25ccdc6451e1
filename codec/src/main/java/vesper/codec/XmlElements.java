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
 * An XML text as tokens of objects and lists. Text where a list has its elements is a {@link MismatchedInputException};
 * Jackson passes over it or makes a name of it, which no list has, so that its end is never found.
 */
final class XmlElements extends FromXmlParser {
    XmlElements(
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

    /** The one that another parser stands around; null where what is read is not XML, or not any more. */
    static @Nullable XmlElements within(JsonParser parser) {
        JsonParser inner = parser;
        while (inner instanceof JsonParserDelegate around) inner = around.delegate();
        return inner instanceof XmlElements elements ? elements : null;
    }

    /** Whether the name at hand is that of an attribute. */
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

    /** Called behind the text of one element of a list of texts, where Jackson takes all but its end for broken XML. */
    @Override
    protected void _skipEndElement() {
        if (_nextToken() != XmlTokenStream.XML_END_ELEMENT)
            throw MismatchedInputException.from(this, String.class, "elements in a text");
    }

    private MismatchedInputException textInList() {
        return MismatchedInputException.from(this, List.class, "text where a list has its elements");
    }
}
