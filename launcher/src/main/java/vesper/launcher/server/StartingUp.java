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

/** Refuses everything but health until the packages are there: a 404 would say that their services are not. */
final class StartingUp implements Handler {
    private static final ProblemType NOT_YET = ProblemType.ofStatus(503);

    private final Readiness readiness;
    private final Handler next;
    private final Router refusing;

    /** Refusals are written with this codec, as those of {@code next} are. */
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
