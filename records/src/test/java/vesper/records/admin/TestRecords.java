package vesper.records.admin;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.Audience;
import vesper.http.Destination;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.client.HttpClient;
import vesper.records.capture.RouteFacts;
import vesper.records.capture.Routes;
import vesper.records.rules.TrackerRules;
import vesper.rest.routing.CanonicalPath;

/** Records of a server whose paths below {@code /admin}, and {@code /metrics}, are for operators. */
final class TestRecords {
    private static final Routes ROUTES = new Routes() {
        @Override
        public Audience audienceOf(String path) {
            String canonical = CanonicalPath.of(path);
            boolean isForOperators =
                    canonical.equals("/metrics") || canonical.equals("/admin") || canonical.startsWith("/admin/");
            return isForOperators ? Audience.OPERATOR : Audience.SERVICE;
        }

        @Override
        public Destination of(Request request) {
            return new Destination("", audienceOf(request.path()));
        }

        @Override
        public RouteFacts facts(String route) {
            return RouteFacts.UNKNOWN;
        }

        @Override
        public long changes() {
            return 0;
        }
    };

    private TestRecords() {}

    /** Returns the pipeline of a server that has only records. */
    static Handler around(Records records, Handler handler) {
        Handler recorded = Filter.chain(List.of(records.recording(), records.throttling()), handler);
        records.setHandlers(recorded, handler);
        return recorded;
    }

    static Records open(Path folder, RecordingSettings settings, TrackerRules tracker, HttpClient client)
            throws IOException {
        return open(folder, settings, tracker, Clock.systemUTC(), client);
    }

    static Records open(Path folder, RecordingSettings settings, TrackerRules tracker, Clock clock, HttpClient client)
            throws IOException {
        Codec codec = new Codec(false);
        return Records.open(
                folder, settings, tracker, ROUTES, clock, value -> codec.write(MediaFormat.JSON, value), client);
    }
}
