package vesper.bench.experiments;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import vesper.bench.instrument.Expected;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.Checks;
import vesper.bench.load.LoadRequest;

/** A way to run the UUID service and to drive it. */
record UuidSetup(
        Server server,
        String method,
        int count,
        int clients,
        String accessLog,
        String handlers,
        String verb,
        String keepAlive) {
    private static final String PATH = "/api/uuid";
    private static final int FRAME_BYTES = "<uuids></uuids>".length();
    private static final int UUID_BYTES = "<uuid>00000000-0000-0000-0000-000000000000</uuid>".length();

    /**
     * A server with the UUID service.
     *
     * @param logging returns a copy of the server with the access log on or off
     * @param handling returns a copy of the server with handlers on threads of that kind
     */
    record Server(
            String name,
            ServerSpec subject,
            BiFunction<ServerSpec, Boolean, ServerSpec> logging,
            BiFunction<ServerSpec, String, ServerSpec> handling) {
        static Server vesper(ServerSpec subject) {
            return new Server(
                    subject.name(),
                    subject,
                    (server, isOn) -> isOn
                            ? ServerSpecs.setting(server, "http.access-log", ServerSpec.DATA + "/access.log")
                            : server,
                    (server, handlers) -> ServerSpecs.setting(server, "http.handlers", handlers));
        }

        static Server jetty(ServerSpec subject) {
            return new Server(
                    subject.name(),
                    subject,
                    (server, isOn) -> server.withArguments("--access-log", isOn ? "on" : "off"),
                    (server, handlers) -> server.withArguments("--handlers", handlers));
        }
    }

    static UuidSetup base(Server server) {
        return new UuidSetup(server, "RANDOM", 1, 10, "on", "virtual", "GET", "on");
    }

    UuidSetup withMethod(String value) {
        return new UuidSetup(server, value, count, clients, accessLog, handlers, verb, keepAlive);
    }

    UuidSetup withCount(int value) {
        return new UuidSetup(server, method, value, clients, accessLog, handlers, verb, keepAlive);
    }

    UuidSetup withClients(int value) {
        return new UuidSetup(server, method, count, value, accessLog, handlers, verb, keepAlive);
    }

    UuidSetup withAccessLog(String value) {
        return new UuidSetup(server, method, count, clients, value, handlers, verb, keepAlive);
    }

    UuidSetup withHandlers(String value) {
        return new UuidSetup(server, method, count, clients, accessLog, value, verb, keepAlive);
    }

    UuidSetup withVerb(String value) {
        return new UuidSetup(server, method, count, clients, accessLog, handlers, value, keepAlive);
    }

    UuidSetup withKeepAlive(String value) {
        return new UuidSetup(server, method, count, clients, accessLog, handlers, verb, value);
    }

    /** Returns the server, which is the same for all setups that differ only in the load. */
    ServerSpec subject() {
        boolean isLogging = accessLog.equals("on");
        ServerSpec logging = server.logging().apply(server.subject(), isLogging);
        String name = server.name() + "-" + handlers + (isLogging ? "" : "-unlogged");
        return server.handling().apply(logging, handlers).named(name);
    }

    /** Returns the expected response. The UUIDs are unknown, but not their number. */
    private Expected expected() {
        long bytes = FRAME_BYTES + (long) count * UUID_BYTES;
        return new Expected.FixedChecks(new Checks(OptionalInt.of(200), OptionalLong.of(bytes), Optional.empty()));
    }

    LoadSpec drive() {
        boolean isPost = verb.equals("POST");
        String requestBody = "<request><method>" + method + "</method><count>" + count + "</count></request>";
        return LoadSpec.get(isPost ? PATH : PATH + "?method=" + method + "&count=" + count, clients)
                .withExpected(expected())
                .withKeepAlive(keepAlive.equals("on"))
                .withRequest(
                        isPost
                                ? LoadRequest.of("POST", requestBody.getBytes(StandardCharsets.US_ASCII))
                                : LoadRequest.GET);
    }
}
