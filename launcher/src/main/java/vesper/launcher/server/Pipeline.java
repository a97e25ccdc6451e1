package vesper.launcher.server;

import java.util.List;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.content.ContentFilter;
import vesper.records.admin.Records;
import vesper.rest.routing.Router;
import vesper.rest.triggers.Invocations;

/**
 * The pipelines of the server: every step between what starts work and the code that does it, in this order. The last
 * step of requests, the router, asks the gate of the access module before it runs a route.
 */
final class Pipeline {
    private Pipeline() {}

    /** Returns the pipeline of requests, from the HTTP engine to their routes. */
    static Handler ofRequests(
            ContentFilter content, Records records, StartupFilter startingUp, Filter authentication, Router router) {
        Filter recording = records.recording();
        Filter throttling = records.throttling();
        // A callback of the server itself is neither recorded nor throttled, and its contents are not coded.
        Handler ownCalls = Filter.chain(List.of(startingUp, OwnCall.CALLBACK), router);
        Handler resubmissions = Filter.chain(List.of(recording, startingUp, OwnCall.RESUBMISSION, throttling), router);
        records.setHandlers(resubmissions, ownCalls);
        return Filter.chain(List.of(content, recording, startingUp, authentication, throttling), router);
    }

    /** Returns the pipeline of the work that triggers start. It has no route: the work itself comes last. */
    static Invocations ofTriggers(Records records) {
        return records.invocations(List.of(records.recording(), records.throttling()));
    }
}
