package vesper.bench;

import java.nio.charset.StandardCharsets;

/**
 * What every arm of a comparison is asked.
 *
 * @param connections held open during a run
 * @param pipelining the depth of the pipelined runs
 */
record Workload(String path, String expectedText, int connections, int pipelining) {
    private static final String HELLO = """
            {
              "result" : "OK",
              "message" : "Hello, world!"
            }""";

    static Workload hello(int connections) {
        return new Workload("/api/test/sayHello", HELLO, connections, 16);
    }

    byte[] expectedBody() {
        return expectedText.getBytes(StandardCharsets.UTF_8);
    }
}
