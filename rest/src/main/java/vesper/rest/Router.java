package vesper.rest;

import java.util.List;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/** Finds the route of each request in a table that owners replace while it is in use. */
public final class Router implements Handler {
    /**
     * Puts these routes in the place of all that this owner had, at once: no request sees half of them.
     *
     * @param owner whose routes they are, a package's name for example
     * @throws AmbiguousRouteException if two routes answer the same requests; nothing has changed then
     */
    public void publish(String owner, List<Route> routes) {}

    /** Takes away all that this owner had. */
    public void withdraw(String owner) {}

    @Override
    public Response handle(Request request) throws Exception {
        throw new IllegalStateException("no routes");
    }
}
