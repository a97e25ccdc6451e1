package vesper.launcher.admin;

import vesper.http.Handler;
import vesper.rest.ProblemType;
import vesper.rest.routing.Route;

/**
 * Guards routes with {@link AdminAccess}. It wraps the routes, not the path {@code /admin}, so that no spelling of the
 * path can bypass it.
 */
public final class AdminDoor {
    static final String CHALLENGE = "Bearer realm=\"vesper admin\"";

    private static final ProblemType TOKEN_WANTED = ProblemType.ofStatus(401);
    private static final ProblemType FORBIDDEN = ProblemType.ofStatus(403);

    private final AdminAccess access;

    public AdminDoor(AdminAccess access) {
        this.access = access;
    }

    /** Returns the route with the check in front of its handler. */
    public Route guarding(Route route) {
        return route.answeredBy(behind(route.handler()));
    }

    private Handler behind(Handler handler) {
        return request -> switch (access.decide(request)) {
            case AdminAccess.Decision.Allowed() -> handler.handle(request);
            case AdminAccess.Decision.TokenWanted(var why) ->
                throw TOKEN_WANTED
                        .because(why)
                        .header("WWW-Authenticate", CHALLENGE)
                        .exception();
            case AdminAccess.Decision.Forbidden(var why) ->
                throw FORBIDDEN.because(why).exception();
        };
    }
}
