package vesper.launcher.server;

import java.util.Optional;
import java.util.Set;
import vesper.http.Caller;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/** The filter of requests that the server sends to itself on behalf of its operators. */
final class OwnCall implements Filter {
    /** The filter of callbacks of rules. */
    static final Filter CALLBACK = new OwnCall("callback");
    /** The filter of recorded requests that are sent again. */
    static final Filter RESUBMISSION = new OwnCall("resubmission");

    private final Caller caller;

    private OwnCall(String name) {
        caller = new Caller(Caller.Kind.OPERATOR, name, Set.of(), Set.of(), Optional.empty(), Optional.empty());
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        request.caller(caller);
        return next.handle(request);
    }
}
