import io.toro.martini.api.APIResponse
import org.springframework.web.bind.annotation.*

@RestController
@RequestMapping(value = 'test', produces = ['application/json', 'application/xml'])
class Test {

    /** Says hello. */
    @RequestMapping(value = 'sayHello', method = [RequestMethod.GET])
    APIResponse sayHello() {
        new APIResponse('Hello, world!')
    }

    /**
     * Returns the given text.
     *
     * @param text the text to return
     * Example: Hello, world!
     */
    @RequestMapping(value = 'echo', method = [RequestMethod.GET])
    APIResponse echo(@RequestParam('text') String text) {
        new APIResponse(text)
    }
}
