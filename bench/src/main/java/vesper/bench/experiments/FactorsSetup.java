package vesper.bench.experiments;

import java.util.Optional;
import java.util.function.UnaryOperator;
import vesper.bench.instrument.Drive;
import vesper.bench.instrument.Expected;
import vesper.bench.instrument.Subject;
import vesper.bench.load.Arrivals;
import vesper.bench.load.LoadRequest;

/**
 * A way to start a server and to drive it.
 *
 * @param base the load without the kind and the time of requests
 */
record FactorsSetup(Subject subject, Drive base, Asking asking) {
    /** Constant, so that experiments have the same random choices. */
    private static final long SEED = 1;

    /**
     * The kind and the time of requests.
     *
     * @param method empty for POST if there is a body, and GET otherwise
     * @param rate per second; 0 for a closed loop
     */
    record Asking(Optional<String> method, Optional<byte[]> body, double rate, boolean isPoisson) {
        static final Asking PLAIN = new Asking(Optional.empty(), Optional.empty(), 0, false);

        Asking withMethod(String value) {
            return new Asking(Optional.of(value), body, rate, isPoisson);
        }

        Asking withBody(Optional<byte[]> value) {
            return new Asking(method, value, rate, isPoisson);
        }

        Asking withRate(double value) {
            return new Asking(method, body, value, isPoisson);
        }

        Asking withPoisson(boolean value) {
            return new Asking(method, body, rate, value);
        }
    }

    FactorsSetup with(UnaryOperator<Subject> change) {
        return new FactorsSetup(change.apply(subject), base, asking);
    }

    FactorsSetup driven(UnaryOperator<Drive> change) {
        return new FactorsSetup(subject, change.apply(base), asking);
    }

    FactorsSetup asked(UnaryOperator<Asking> change) {
        return new FactorsSetup(subject, base, change.apply(asking));
    }

    /** Returns the expected response: known for hello, otherwise the first response of the base. */
    private Expected expected(String method, byte[] body) {
        boolean isHello = base.path().equals(Hello.PATH) && method.equals("GET") && body.length == 0;
        return isHello ? Expected.body(Hello.body()) : Expected.asFirst(method, body);
    }

    Drive drive() {
        String method = asking.method().orElse(asking.body().isPresent() ? "POST" : "GET");
        byte[] body = asking.body().orElse(new byte[0]);
        Drive drive = base.withRequest(LoadRequest.of(method, body)).expecting(expected(method, body));
        if (asking.rate() == 0) return drive;
        return drive.arriving(
                asking.isPoisson() ? Arrivals.poisson(asking.rate(), SEED) : Arrivals.constant(asking.rate()));
    }
}
