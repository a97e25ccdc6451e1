package uuid;

import javax.xml.stream.XMLStreamException;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Generates UUIDs: {@code /api/uuid?method=RANDOM|TIME|NAME&count=N[&name=…]}. Answers in XML, or in JSON on request.
 */
@RestController
@RequestMapping(
        value = "uuid",
        method = {RequestMethod.GET, RequestMethod.POST})
public class UuidService {
    private final UuidSource source = new UuidSource();
    private final UuidXml xml = new UuidXml();

    /**
     * Generates UUIDs. A body in XML, {@code <request><method>TIME</method><count>10</count></request>}, replaces all
     * parameters.
     *
     * @param method RANDOM, TIME or NAME: version 4, 1 or 5 of RFC 9562
     * @param count number of UUIDs, 1 to 10000
     * Example: 3
     * @param name text that NAME hashes; the same name gives the same UUID
     * @return the requested number of UUIDs
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

    /** Reads the request from the body, or from the parameters if there is no body. */
    private UuidRequest request(UuidMethod method, int count, String name, byte[] body) {
        boolean hasBody = body != null && body.length > 0;
        return hasBody ? xml.read(body) : new UuidRequest(method, count, name);
    }
}
