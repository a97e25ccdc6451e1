package uuid;

import javax.xml.stream.XMLStreamException;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Makes UUIDs: {@code /api/uuid?method=RANDOM|TIME|NAME&count=N[&name=…]}, as XML or, if that is asked for, JSON. */
@RestController
@RequestMapping(
        value = "uuid",
        method = {RequestMethod.GET, RequestMethod.POST})
public class UuidService {
    private final UuidSource source = new UuidSource();
    private final UuidXml xml = new UuidXml();

    @RequestMapping(produces = "application/xml")
    public byte[] asXml(
            @RequestParam(defaultValue = "RANDOM") UuidMethod method,
            @RequestParam(defaultValue = "1") int count,
            @RequestParam(defaultValue = "") String name,
            @RequestBody(required = false) byte[] body)
            throws XMLStreamException {
        UuidRequest request = request(method, count, name, body);
        return xml.write(request.count(), source.of(request));
    }

    @RequestMapping
    public Uuids asJson(
            @RequestParam(defaultValue = "RANDOM") UuidMethod method,
            @RequestParam(defaultValue = "1") int count,
            @RequestParam(defaultValue = "") String name,
            @RequestBody(required = false) byte[] body) {
        UuidRequest request = request(method, count, name, body);
        return Uuids.of(request.count(), source.of(request));
    }

    /** A body says it all; without one the query does. */
    private UuidRequest request(UuidMethod method, int count, String name, byte[] body) {
        boolean hasBody = body != null && body.length > 0;
        return hasBody ? xml.read(body) : new UuidRequest(method, count, name);
    }
}
