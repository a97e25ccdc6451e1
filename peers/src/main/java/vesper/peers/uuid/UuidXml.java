package vesper.peers.uuid;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.ByteArrayOutputStream;
import java.util.UUID;
import java.util.function.Supplier;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.staxmate.SMInputFactory;
import org.codehaus.staxmate.SMOutputFactory;
import org.codehaus.staxmate.in.SMHierarchicCursor;
import org.codehaus.staxmate.in.SMInputCursor;
import org.codehaus.staxmate.out.SMOutputElement;
import org.codehaus.staxmate.out.SMRootFragment;

/** Reads requests and writes responses as XML, streamed with StaxMate. Thread-safe. */
final class UuidXml {
    private static final int ELEMENT_BYTES = "<uuid></uuid>".length() + 36;
    private static final int FRAME_BYTES = 64;

    private final SMOutputFactory output = new SMOutputFactory(new WstxOutputFactory());
    private final SMInputFactory input = new SMInputFactory(withoutDoctype());

    /** Returns {@code <uuids><uuid>…</uuid>…</uuids>}, written while the UUIDs are generated. */
    byte[] write(int count, Supplier<UUID> source) {
        var bytes = new ByteArrayOutputStream(FRAME_BYTES + count * ELEMENT_BYTES);
        try {
            SMRootFragment root = output.createOutputFragment(bytes);
            SMOutputElement uuids = root.addElement("uuids");
            for (int i = 0; i < count; i++) {
                uuids.addElementWithCharacters(null, "uuid", source.get().toString());
            }
            root.closeRoot();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("bytes in memory could not be written", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads {@code <request><method>TIME</method><count>10</count></request>}; missing elements have the defaults of
     * the query.
     */
    UuidRequest read(byte[] body) {
        try {
            SMHierarchicCursor root = input.rootElementCursor(body, 0, body.length);
            if (root.getNext() == null || !root.hasLocalName("request")) {
                throw RejectedException.badRequest("the root element is not <request>");
            }
            return read(root.childElementCursor());
        } catch (XMLStreamException _) {
            throw RejectedException.badRequest("the body is not the XML of a request");
        }
    }

    private static UuidRequest read(SMInputCursor field) throws XMLStreamException {
        String method = UuidRequest.DEFAULT_METHOD;
        String count = UuidRequest.DEFAULT_COUNT;
        String name = "";
        while (field.getNext() != null) {
            switch (field.getLocalName()) {
                case "method" -> method = field.collectDescendantText().strip();
                case "count" -> count = field.collectDescendantText().strip();
                case "name" -> name = field.collectDescendantText();
                default ->
                    throw RejectedException.badRequest("<" + field.getLocalName() + "> is not part of a request");
            }
        }
        return UuidRequest.of(method, count, name);
    }

    private static XMLInputFactory withoutDoctype() {
        XMLInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }
}
