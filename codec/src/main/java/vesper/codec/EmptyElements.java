package vesper.codec;

import javax.xml.stream.XMLStreamReader;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.xml.XmlNameProcessor;
import tools.jackson.dataformat.xml.deser.XmlTokenStream;

/**
 * The tokens of an XML text. Where a list is wanted, an empty element inside a list is an empty one; Jackson looks for
 * its attributes when it has already been read, and fails.
 */
final class EmptyElements extends XmlTokenStream {
    EmptyElements(XMLStreamReader reader, IOContext io, int features, XmlNameProcessor names) {
        super(reader, io.contentReference(), features, names);
    }

    @Override
    protected void skipAttributes() {
        if (getCurrentToken() != XML_END_ELEMENT) super.skipAttributes();
    }
}
