import groovy.transform.CompileStatic
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.*

/** Says back what it is told: a body as it came, or the query parameter {@code echo}. */
@CompileStatic
@RestController
@RequestMapping('echo')
class Echo {
    private static final String UNKNOWN_TYPE = 'application/octet-stream'

    @GetMapping
    Map<String, String> echo(@RequestParam('echo') String echo) {
        [echo: echo]
    }

    @RequestMapping(method = [RequestMethod.POST, RequestMethod.PUT])
    ResponseEntity<byte[]> echo(
            @RequestBody(required = false) byte[] body,
            @RequestHeader(name = 'Content-Type', defaultValue = UNKNOWN_TYPE) String contentType) {
        ResponseEntity.ok().header('Content-Type', contentType).body(body ?: new byte[0])
    }
}
