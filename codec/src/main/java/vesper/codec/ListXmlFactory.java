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
 * An XML factory that supports lists in lists and in maps, by means of {@link ListWrappingGenerator},
 * {@link EmptyElementTokenStream} and {@link StrictXmlParser}. It rejects texts with a DOCTYPE.
 */
final class ListXmlFactory extends XmlFactory {
    private static final long serialVersionUID = 1;

    ListXmlFactory(XmlFactoryBuilder builder) {
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
        // The reader is at the root element and has already skipped the prolog.
        if (reader instanceof DTDInfo prolog && prolog.getDTDRootName() != null) throw new XmlErrors.DoctypeException();
        int formatFeatures = context.getFormatReadFeatures(_formatReadFeatures);
        return new StrictXmlParser(
                context,
                io,
                context.getStreamReadFeatures(_streamReadFeatures),
                formatFeatures,
                reader,
                new EmptyElementTokenStream(reader, io, formatFeatures, _nameProcessor),
                _nameProcessor,
                _cfgNameForTextElement);
    }
}
