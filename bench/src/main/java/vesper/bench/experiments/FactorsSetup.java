package vesper.bench.experiments;

import java.util.Optional;
import java.util.function.UnaryOperator;
import vesper.bench.instrument.Expected;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.Arrivals;
import vesper.bench.load.LoadRequest;

/**
 * A way to start a server and to drive it.
 *
 * @param base the load without the kind and the time of requests
 */
record FactorsSetup(ServerSpec subject, LoadSpec base, RequestSetup request) {
    /** Constant, so that experiments have the same random choices. */
    private static final long SEED = 1;

    /**
     * The kind and the time of requests.
     *
     * @param method empty for POST if there is a body, and GET otherwise
     * @param rate per second; 0 for a closed loop
     */
    record RequestSetup(Optional<String> method, Optional<byte[]> body, double rate, boolean isPoisson) {
        static final RequestSetup PLAIN = new RequestSetup(Optional.empty(), Optional.empty(), 0, false);

        RequestSetup withMethod(String value) {
            return new RequestSetup(Optional.of(value), body, rate, isPoisson);
        }

        RequestSetup withBody(Optional<byte[]> value) {
            return new RequestSetup(method, value, rate, isPoisson);
        }

        RequestSetup withRate(double value) {
            return new RequestSetup(method, body, value, isPoisson);
        }

        RequestSetup withPoisson(boolean value) {
            return new RequestSetup(method, body, rate, value);
        }
    }

    FactorsSetup with(UnaryOperator<ServerSpec> change) {
        return new FactorsSetup(change.apply(subject), base, request);
    }

    FactorsSetup changeLoad(UnaryOperator<LoadSpec> change) {
        return new FactorsSetup(subject, change.apply(base), request);
    }

    FactorsSetup changeRequest(UnaryOperator<RequestSetup> change) {
        return new FactorsSetup(subject, base, change.apply(request));
    }

    /** Returns the expected response: known for hello, otherwise the first response of the base. */
    private Expected expected(String method, byte[] body) {
        boolean isHello = base.path().equals(Hello.PATH) && method.equals("GET") && body.length == 0;
        return isHello ? Expected.body(Hello.body()) : Expected.asFirst(method, body);
    }

    LoadSpec drive() {
        String method = request.method().orElse(request.body().isPresent() ? "POST" : "GET");
        byte[] body = request.body().orElse(new byte[0]);
        LoadSpec drive = base.withRequest(LoadRequest.of(method, body)).withExpected(expected(method, body));
        if (request.rate() == 0) return drive;
        return drive.withArrivals(
                request.isPoisson() ? Arrivals.poisson(request.rate(), SEED) : Arrivals.constant(request.rate()));
    }
}
