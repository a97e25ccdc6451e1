package vesper.peers.spring;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class GreetingController {
    @GetMapping("/api/test/sayHello")
    Greeting sayHello() {
        return new Greeting("OK", "Hello, world!");
    }
}
