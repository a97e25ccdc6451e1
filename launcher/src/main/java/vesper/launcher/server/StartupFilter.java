package vesper.launcher.server;

import java.util.List;
import vesper.codec.Codec;
import vesper.http.Audience;
import vesper.http.Destinations;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.launcher.admin.Readiness;
import vesper.rest.ProblemType;
import vesper.rest.routing.Prefix;
import vesper.rest.routing.Router;

/**
 * The filter that rejects all requests except health checks with 503 until the packages are loaded. A 404 would wrongly
 * say that their services do not exist.
 */
final class StartupFilter implements Filter {
    private static final ProblemType NOT_YET = ProblemType.ofStatus(503);

    private final Readiness readiness;
    private final Destinations destinations;
    private final Router rejecting;

    /**
     * @param codec writes the problem documents
     * @param destinations knows which routes are health checks
     */
    StartupFilter(Readiness readiness, Codec codec, Destinations destinations) {
        this.readiness = readiness;
        this.destinations = destinations;
        this.rejecting = new Router(codec);
        rejecting.publish("starting", List.of(), List.of(new Prefix("/", StartupFilter::refuse)));
    }

    private static Response refuse(Request request) {
        throw NOT_YET.because("The server is starting.").exception();
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        boolean early = readiness.isStarting() && destinations.of(request).audience() != Audience.HEALTH;
        return early ? rejecting.handle(request) : next.handle(request);
    }
}
