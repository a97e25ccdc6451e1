package vesper.bench.experiments;

import java.nio.charset.StandardCharsets;
import vesper.bench.instrument.Drive;

/** The hello service, which all servers provide. */
final class Hello {
    static final String PATH = "/api/test/sayHello";
    private static final String BODY = """
            {
              "result" : "OK",
              "message" : "Hello, world!"
            }""";

    private Hello() {}

    static byte[] body() {
        return BODY.getBytes(StandardCharsets.UTF_8);
    }

    static Drive drive(int connections) {
        return Drive.get(PATH, connections).expecting(body());
    }
}
