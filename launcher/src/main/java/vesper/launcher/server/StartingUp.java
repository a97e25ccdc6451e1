package vesper.launcher.server;

import java.util.List;
import vesper.codec.Codec;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.launcher.admin.Readiness;
import vesper.rest.ProblemType;
import vesper.rest.routing.Prefix;
import vesper.rest.routing.Router;

/**
 * Rejects all requests except health checks with 503 until the packages are loaded. A 404 would wrongly say that their
 * services do not exist.
 */
final class StartingUp implements Handler {
    private static final ProblemType NOT_YET = ProblemType.ofStatus(503);

    private final Readiness readiness;
    private final Handler next;
    private final Router refusing;

    /** @param codec writes the problem documents */
    StartingUp(Readiness readiness, Codec codec, Handler next) {
        this.readiness = readiness;
        this.next = next;
        this.refusing = new Router(codec);
        refusing.publish("starting", List.of(), List.of(new Prefix("/", StartingUp::refuse)));
    }

    private static Response refuse(Request request) {
        throw NOT_YET.because("The server is starting.").exception();
    }

    @Override
    public Response handle(Request request) throws Exception {
        boolean early =
                readiness.phase() == Readiness.Phase.STARTING && !request.path().startsWith("/health/");
        return early ? refusing.handle(request) : next.handle(request);
    }
}
