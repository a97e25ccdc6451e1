package vesper.bench.instrument;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import vesper.bench.load.Arrivals;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadRequest;

/**
 * How a server is driven: everything of a load plan but where it goes and how long it takes.
 *
 * @param path on the server, with its query
 * @param expectedBody an answer with another one is an error
 * @param ratePerSecond 0 for a closed loop
 */
public record Drive(
        String path,
        LoadRequest request,
        Optional<byte[]> expectedBody,
        int connections,
        int pipelining,
        boolean keepAlive,
        double ratePerSecond) {
    /** A closed loop of GETs on connections that are kept. */
    public static Drive get(String path, int connections) {
        return new Drive(path, LoadRequest.GET, Optional.empty(), connections, 1, true, 0);
    }

    public Drive withPath(String value) {
        return new Drive(value, request, expectedBody, connections, pipelining, keepAlive, ratePerSecond);
    }

    public Drive withRequest(LoadRequest value) {
        return new Drive(path, value, expectedBody, connections, pipelining, keepAlive, ratePerSecond);
    }

    public Drive expecting(byte[] body) {
        return new Drive(path, request, Optional.of(body), connections, pipelining, keepAlive, ratePerSecond);
    }

    public Drive withConnections(int value) {
        return new Drive(path, request, expectedBody, value, pipelining, keepAlive, ratePerSecond);
    }

    public Drive withPipelining(int value) {
        return new Drive(path, request, expectedBody, connections, value, keepAlive, ratePerSecond);
    }

    public Drive withKeepAlive(boolean value) {
        return new Drive(path, request, expectedBody, connections, pipelining, value, ratePerSecond);
    }

    public Drive withRate(double perSecond) {
        return new Drive(path, request, expectedBody, connections, pipelining, keepAlive, perSecond);
    }

    LoadPlan plan(URI server, Duration length) {
        LoadPlan plan = LoadPlan.closedLoop(HttpTarget.of(server.resolve(path)), connections, length)
                .withRequest(request)
                .withPipelining(pipelining)
                .withKeepAlive(keepAlive);
        LoadPlan paced = ratePerSecond > 0 ? plan.withArrivals(Arrivals.constant(ratePerSecond)) : plan;
        return expectedBody.map(paced::expecting).orElse(paced);
    }
}
