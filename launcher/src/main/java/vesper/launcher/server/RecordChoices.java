package vesper.launcher.server;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.records.admin.Records;
import vesper.records.store.StoreOptions;
import vesper.rest.routing.Router;

/** The settings that are about Monitor and Tracker. */
final class RecordChoices {
    private static final double PER_CENT = 0.01;

    private RecordChoices() {}

    static Records records(Settings settings, Folders folders, Router router, Codec codec, Clock clock) {
        Codec compact = codec.unindented();
        Function<Object, byte[]> json = value -> compact.write(MediaFormat.JSON, value);
        return new Records(
                folders.data().resolve("records"), options(settings), new RouteDirectory(router), clock, json);
    }

    private static StoreOptions options(Settings settings) {
        return new StoreOptions(
                StoreOptions.DEFAULTS.journalSegmentBytes(),
                Duration.ofDays(settings.get(Keys.RECORDS_DAYS)),
                settings.get(Keys.RECORDS_BYTES),
                settings.get(Keys.RECORDS_CPU) * PER_CENT,
                StoreOptions.DEFAULTS.backlogBytes());
    }
}
