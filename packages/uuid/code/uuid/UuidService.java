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

    /**
     * Makes UUIDs. A body says it all, as XML: {@code <request><method>TIME</method><count>10</count></request>}; without
     * one the parameters do.
     *
     * @param method how they are made: versions 4, 1 and 5 of RFC 9562
     * @param count how many, 1 to 10000
     * Example: 3
     * @param name what NAME hashes, the same name to the same UUID
     * @return as many as were asked for
     */
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
