package vesper.codec;

import javax.xml.stream.XMLStreamReader;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.xml.XmlNameProcessor;
import tools.jackson.dataformat.xml.deser.XmlTokenStream;

/**
 * A stream of XML tokens that reads an empty element inside a list as an empty list, where the type is a list.
 * Jackson's own stream looks for the element's attributes after it has passed them, and fails.
 */
final class EmptyElementTokenStream extends XmlTokenStream {
    EmptyElementTokenStream(XMLStreamReader reader, IOContext io, int features, XmlNameProcessor names) {
        super(reader, io.contentReference(), features, names);
    }

    @Override
    protected void skipAttributes() {
        if (getCurrentToken() != XML_END_ELEMENT) super.skipAttributes();
    }
}
