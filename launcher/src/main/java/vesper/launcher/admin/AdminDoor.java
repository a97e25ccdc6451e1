package vesper.launcher.admin;

import vesper.http.Handler;
import vesper.rest.ProblemType;
import vesper.rest.routing.Route;

/**
 * Puts {@link AdminAccess} before routes. It stands at the routes and not at the path {@code /admin}, so that no way of
 * writing a path leads around it.
 */
public final class AdminDoor {
    static final String CHALLENGE = "Bearer realm=\"vesper admin\"";

    private static final ProblemType TOKEN_WANTED = ProblemType.ofStatus(401);
    private static final ProblemType FORBIDDEN = ProblemType.ofStatus(403);

    private final AdminAccess access;

    public AdminDoor(AdminAccess access) {
        this.access = access;
    }

    /** The same route for those who may call it. */
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
