package vesper.launcher.admin;

import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.access.AccessProblems;

/**
 * The filter that guards operators' routes with {@link AdminAccess}. It belongs to the routes, not to the path
 * {@code /admin}, so that no spelling of the path can bypass it.
 */
public final class AdminDoor implements Filter {
    private final AdminAccess access;

    public AdminDoor(AdminAccess access) {
        this.access = access;
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        return switch (access.decide(request)) {
            case AdminAccess.Decision.Allowed() -> next.handle(request);
            case AdminAccess.Decision.TokenWanted(var why) ->
                throw AccessProblems.unauthorized(request, why).exception();
            case AdminAccess.Decision.Forbidden(var why) ->
                throw AccessProblems.forbidden(why).exception();
        };
    }
}
