import groovy.transform.CompileStatic
import org.springframework.http.InvalidMediaTypeException
import org.springframework.http.MediaType
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.*
import vesper.rest.ProblemType

/** Echoes the request: its body unchanged, or the query parameter {@code echo}. */
@CompileStatic
@RestController
@RequestMapping('echo')
class Echo {
    private static final String UNKNOWN_TYPE = 'application/octet-stream'

    /**
     * Echoes a parameter.
     *
     * @param echo the text to return
     * Example: hello
     * @return an object with the same text
     * Example: {"echo": "hello"}
     */
    @GetMapping
    Map<String, String> echo(@RequestParam('echo') String echo) {
        [echo: echo]
    }

    /**
     * Echoes a body, byte for byte, with its media type.
     *
     * @param body any bytes; may be absent
     * @return the same bytes
     */
    @RequestMapping(method = [RequestMethod.POST, RequestMethod.PUT])
    ResponseEntity<byte[]> echo(
            @RequestBody(required = false) byte[] body,
            @RequestHeader(name = 'Content-Type', defaultValue = UNKNOWN_TYPE) String contentType) {
        if (!isReadable(contentType))
            throw ProblemType.ofStatus(400).because('Content-Type is no media type.').exception()
        ResponseEntity.ok().header('Content-Type', contentType).body(body ?: new byte[0])
    }

    private static boolean isReadable(String contentType) {
        try {
            MediaType.parseMediaType(contentType)
            true
        } catch (InvalidMediaTypeException e) {
            false
        }
    }
}
