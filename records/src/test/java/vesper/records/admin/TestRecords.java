package vesper.records.admin;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.client.HttpClient;
import vesper.records.capture.Routes;
import vesper.records.rules.TrackerRules;

/** Records of a server without routes. */
final class TestRecords {
    private TestRecords() {}

    static Records open(Path folder, RecordingSettings settings, TrackerRules tracker, HttpClient client)
            throws IOException {
        return open(folder, settings, tracker, Clock.systemUTC(), client);
    }

    static Records open(Path folder, RecordingSettings settings, TrackerRules tracker, Clock clock, HttpClient client)
            throws IOException {
        Codec codec = new Codec(false);
        return Records.open(
                folder, settings, tracker, Routes.NONE, clock, value -> codec.write(MediaFormat.JSON, value), client);
    }
}
