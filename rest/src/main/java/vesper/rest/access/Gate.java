package vesper.rest.access;

import vesper.http.Audience;
import vesper.http.Request;
import vesper.rest.ProblemException;

/**
 * Decides whether the caller of a request may use a route. The router asks the gate for every request, after it has
 * found the route and before it runs the route, so no spelling of a path can avoid the gate. Called by many threads.
 */
@FunctionalInterface
public interface Gate {
    /** A gate without rules: only the code of a route decides. */
    Gate OF_CODE = (request, permission, _) -> {
        if (!permission.admits(request.caller())) throw AccessProblems.refused(request, permission.needs());
    };

    /**
     * Returns if the caller may use the route.
     *
     * @param request its path is the one that the route matched
     * @param permission the word of the route's code
     * @param audience of the route, or of the path if no route matches
     * @throws ProblemException with status 401 if the caller may come back with credentials, 403 if they do not suffice
     */
    void admit(Request request, Permission permission, Audience audience);
}
