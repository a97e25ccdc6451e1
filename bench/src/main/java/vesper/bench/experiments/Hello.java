package vesper.bench.experiments;

import java.nio.charset.StandardCharsets;
import vesper.bench.instrument.LoadSpec;

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

    static LoadSpec drive(int connections) {
        return LoadSpec.get(PATH, connections).withExpected(body());
    }
}
