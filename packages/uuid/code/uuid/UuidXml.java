package uuid;

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
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ResponseStatusException;

/** Reads requests from XML and writes UUIDs as XML, streamed with StaxMate. Thread-safe. */
final class UuidXml {
    private static final int ELEMENT_BYTES = "<uuid></uuid>".length() + 36;
    private static final int FRAME_BYTES = 64;
    /**
     * Maximum size of a request, which is normally one line. Nothing else bounds the work of the parser: it has no
     * limit on depth, and a client may choose names that collide in its hash table.
     */
    private static final int MOST_REQUEST_BYTES = 4096;

    private final SMOutputFactory output = new SMOutputFactory(new WstxOutputFactory());
    private final SMInputFactory input = new SMInputFactory(withoutDoctype());

    /** Writes {@code <uuids><uuid>…</uuid>…</uuids>}, each UUID as it is generated. */
    byte[] write(int count, Supplier<UUID> source) throws XMLStreamException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(FRAME_BYTES + count * ELEMENT_BYTES);
        SMRootFragment root = output.createOutputFragment(bytes);
        SMOutputElement uuids = root.addElement("uuids");
        for (int i = 0; i < count; i++) {
            uuids.addElementWithCharacters(null, "uuid", source.get().toString());
        }
        root.closeRoot();
        return bytes.toByteArray();
    }

    /**
     * Reads {@code <request><method>TIME</method><count>10</count></request>}. Absent elements have the defaults of the
     * query parameters.
     */
    UuidRequest read(byte[] body) {
        if (body.length > MOST_REQUEST_BYTES) {
            throw new ResponseStatusException(
                    HttpStatusCode.valueOf(413), "a request has at most " + MOST_REQUEST_BYTES + " bytes");
        }
        try {
            SMHierarchicCursor root = input.rootElementCursor(body, 0, body.length);
            if (root.getNext() == null || !root.hasLocalName("request")) {
                throw UuidRequest.refused("the root element is not <request>");
            }
            return read(root.childElementCursor());
        } catch (XMLStreamException e) {
            throw UuidRequest.refused("the body is not the XML of a request");
        }
    }

    private static UuidRequest read(SMInputCursor field) throws XMLStreamException {
        UuidMethod method = UuidMethod.RANDOM;
        int count = 1;
        String name = "";
        while (field.getNext() != null) {
            switch (field.getLocalName()) {
                case "method" -> method = methodNamed(field.collectDescendantText().strip());
                case "count" -> count = number(field.collectDescendantText().strip());
                case "name" -> name = field.collectDescendantText();
                default -> throw UuidRequest.refused("<" + field.getLocalName() + "> is not part of a request");
            }
        }
        return new UuidRequest(method, count, name);
    }

    private static UuidMethod methodNamed(String text) {
        try {
            return UuidMethod.valueOf(text);
        } catch (IllegalArgumentException e) {
            throw UuidRequest.refused("method is none of RANDOM, TIME and NAME");
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw UuidRequest.refused("count is no number");
        }
    }

    private static XMLInputFactory withoutDoctype() {
        XMLInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }
}
