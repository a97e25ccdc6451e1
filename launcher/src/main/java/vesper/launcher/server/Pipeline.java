package vesper.launcher.server;

import java.util.List;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.content.ContentFilter;
import vesper.records.admin.Records;
import vesper.rest.routing.Router;
import vesper.rest.triggers.Invocations;

/** The pipelines of the server: every step between what starts work and the code that does it, in this order. */
final class Pipeline {
    private Pipeline() {}

    /** Returns the pipeline of requests, from the HTTP engine to their routes. */
    static Handler ofRequests(ContentFilter content, Records records, StartingUp startingUp, Router router) {
        Filter recording = records.recording();
        Filter throttling = records.throttling();
        // A callback of the server itself is neither recorded nor throttled, and its contents are not coded.
        Handler ownCalls = Filter.chain(List.of(startingUp), router);
        Handler resubmissions = Filter.chain(List.of(recording, startingUp, throttling), router);
        records.handleBy(resubmissions, ownCalls);
        return Filter.chain(List.of(content, recording, startingUp, throttling), router);
    }

    /** Returns the pipeline of the work that triggers start. It has no route: the work itself comes last. */
    static Invocations ofTriggers(Records records) {
        return records.invocations(List.of(records.recording(), records.throttling()));
    }
}
