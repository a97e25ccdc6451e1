package vesper.launcher.server;

import java.util.List;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.content.ContentFilter;
import vesper.records.admin.Records;
import vesper.rest.routing.Router;

/** The pipeline of a request: every step that it passes between the HTTP engine and its route, in this order. */
final class Pipeline {
    private Pipeline() {}

    static Handler of(ContentFilter content, Records records, StartingUp startingUp, Router router) {
        Filter recording = records.recording();
        Filter throttling = records.throttling();
        // A callback of the server itself is neither recorded nor throttled, and its contents are not coded.
        Handler ownCalls = Filter.chain(List.of(startingUp), router);
        Handler resubmissions = Filter.chain(List.of(recording, startingUp, throttling), router);
        records.handleBy(resubmissions, ownCalls);
        return Filter.chain(List.of(content, recording, startingUp, throttling), router);
    }
}
