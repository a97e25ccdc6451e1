package vesper.launcher.server;

import vesper.http.Handler;
import vesper.http.Refusal;
import vesper.http.RefusedException;
import vesper.http.Request;
import vesper.http.Response;
import vesper.launcher.admin.Readiness;

/** Refuses everything but health until the packages are there: a 404 would say that their services are not. */
final class StartingUp implements Handler {
    private final Readiness readiness;
    private final Handler next;

    StartingUp(Readiness readiness, Handler next) {
        this.readiness = readiness;
        this.next = next;
    }

    @Override
    public Response handle(Request request) throws Exception {
        if (readiness.phase() == Readiness.Phase.STARTING && !request.path().startsWith("/health/"))
            throw new RefusedException(new Refusal(503, "The server is starting."));
        return next.handle(request);
    }
}
