package vesper.records.capture;

import vesper.http.Audience;
import vesper.http.Destination;
import vesper.http.Destinations;
import vesper.http.Request;

/** Looks up facts about routes by name, such as {@code GET /api/orders/{id}}, by path and by request. Thread-safe. */
public interface Routes extends Destinations {
    Routes NONE = new Routes() {
        @Override
        public RouteFacts facts(String route) {
            return RouteFacts.UNKNOWN;
        }

        @Override
        public long changes() {
            return 0;
        }

        @Override
        public Audience audienceOf(String path) {
            return Audience.SERVICE;
        }

        @Override
        public Destination of(Request request) {
            return Destination.UNKNOWN;
        }
    };

    RouteFacts facts(String route);

    /** Returns a number that differs after each change of the routes. */
    long changes();

    /** Returns the callers that the routes of a path are for, whatever the spelling of the path and the method. */
    Audience audienceOf(String path);
}
