package vesper.launcher.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.hosting.DiskFailure;
import vesper.http.client.HttpClient;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.records.admin.RecordingSettings;
import vesper.records.admin.Records;
import vesper.records.masks.Mask;
import vesper.records.rules.DamagedRulesException;
import vesper.records.rules.TrackerRules;
import vesper.records.rules.TrackersXml;
import vesper.records.store.StoreOptions;
import vesper.rest.routing.Router;

/** Opens the records of Monitor and Tracker with the settings. */
final class RecordChoices {
    private static final double PER_CENT = 0.01;

    private RecordChoices() {}

    static Records open(Settings settings, Folders folders, Router router, Codec codec, Clock clock, HttpClient client)
            throws CannotStartException, WrongSettingException {
        RecordingSettings recording = recording(settings);
        TrackerRules trackers = trackers(settings);
        Codec compact = codec.unindented();
        Function<Object, byte[]> json = value -> compact.write(MediaFormat.JSON, value);
        try {
            return Records.open(
                    folders.data().resolve("records"),
                    recording,
                    trackers,
                    new RouteDirectory(router),
                    clock,
                    json,
                    client);
        } catch (DamagedRulesException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw cannotStore(e);
        }
    }

    static CannotStartException cannotStore(IOException why) {
        return new CannotStartException("records cannot be stored: " + DiskFailure.reason(why));
    }

    private static RecordingSettings recording(Settings settings) throws WrongSettingException {
        mask(settings);
        return new RecordingSettings(
                settings.get(Keys.MONITOR),
                settings.get(Keys.MONITOR_ALWAYS),
                settings.get(Keys.TRACKER),
                settings.get(Keys.RECORDS_MASK),
                store(settings),
                ServiceChoices.texts(settings, Runtime.getRuntime().maxMemory())
                        .writtenBytes()
                        .max());
    }

    /** Returns the mask of the values that are always hidden, regardless of the rules. */
    static Mask mask(Settings settings) throws WrongSettingException {
        try {
            return Mask.of(settings.get(Keys.RECORDS_MASK));
        } catch (IllegalArgumentException e) {
            throw settings.wrong(Keys.RECORDS_MASK, String.valueOf(e.getMessage()));
        }
    }

    private static StoreOptions store(Settings settings) {
        return new StoreOptions(
                StoreOptions.DEFAULTS.journalSegmentBytes(),
                Duration.ofDays(settings.get(Keys.RECORDS_DAYS)),
                settings.get(Keys.RECORDS_BYTES),
                settings.get(Keys.RECORDS_CPU) * PER_CENT,
                StoreOptions.DEFAULTS.backlogBytes());
    }

    private static TrackerRules trackers(Settings settings) throws WrongSettingException {
        Optional<Path> file = settings.get(Keys.TRACKERS);
        if (file.isEmpty()) return TrackerRules.DEFAULT;
        try {
            return TrackerRules.of(TrackersXml.read(file.get()));
        } catch (IOException e) {
            throw settings.wrong(Keys.TRACKERS, DiskFailure.reason(e));
        }
    }
}
