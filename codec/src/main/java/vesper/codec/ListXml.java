package vesper.codec;

import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.codehaus.stax2.DTDInfo;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.xml.XmlFactory;
import tools.jackson.dataformat.xml.XmlFactoryBuilder;
import tools.jackson.dataformat.xml.deser.FromXmlParser;
import tools.jackson.dataformat.xml.ser.ToXmlGenerator;

/**
 * XML in which lists may stand in lists and maps: {@link ListWrappingGenerator}, {@link EmptyElements},
 * {@link XmlElements}. A DOCTYPE is refused.
 */
final class ListXml extends XmlFactory {
    private static final long serialVersionUID = 1;

    ListXml(XmlFactoryBuilder builder) {
        super(builder);
    }

    @Override
    protected ToXmlGenerator _toXmlGenerator(ObjectWriteContext context, IOContext io, XMLStreamWriter writer) {
        return new ListWrappingGenerator(
                context,
                io,
                context.getStreamWriteFeatures(_streamWriteFeatures),
                context.getFormatWriteFeatures(_formatWriteFeatures),
                writer,
                _nameProcessor,
                _cfgNameForTextElement);
    }

    @Override
    protected FromXmlParser _fromXmlParser(ObjectReadContext context, IOContext io, XMLStreamReader reader) {
        // The reader stands on the root element, and what came before was passed over.
        if (reader instanceof DTDInfo prolog && prolog.getDTDRootName() != null) throw new XmlFault.DoctypeException();
        int formatFeatures = context.getFormatReadFeatures(_formatReadFeatures);
        return new XmlElements(
                context,
                io,
                context.getStreamReadFeatures(_streamReadFeatures),
                formatFeatures,
                reader,
                new EmptyElements(reader, io, formatFeatures, _nameProcessor),
                _nameProcessor,
                _cfgNameForTextElement);
    }
}
