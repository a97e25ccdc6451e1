package vesper.launcher.server;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import vesper.codec.Bound;
import vesper.codec.TextBounds;
import vesper.http.HeapShare;
import vesper.http.Method;
import vesper.http.files.DiskThreads;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.rest.EventStreams;
import vesper.rest.bodies.BodyParser;
import vesper.rest.bodies.FormLimits;
import vesper.rest.controllers.ControllerContext;
import vesper.rest.cors.CorsRules;
import vesper.rest.multipart.UploadLimits;
import vesper.rest.multipart.Uploads;
import vesper.rest.openapi.ApiInfo;

/** Creates the limits and features of services from the settings. */
final class ServiceChoices {
    /** Share of the heap for JSON and XML while it is written. */
    static final HeapShare TEXTS_MADE = new HeapShare(4);

    private ServiceChoices() {}

    static ControllerContext from(Settings settings, Uploads uploads, EventStreams events, DiskThreads disk)
            throws WrongSettingException {
        return new ControllerContext(
                forms(settings), uploads, events, corsRules(settings), new BodyParser(), disk, List.of());
    }

    static EventStreams events(Settings settings) {
        return new EventStreams(settings.get(Keys.EVENT_STREAMS), settings.get(Keys.EVENT_HEARTBEAT));
    }

    static Optional<CorsRules> corsRules(Settings settings) throws WrongSettingException {
        List<String> origins = settings.get(Keys.CORS_ORIGINS);
        if (origins.isEmpty()) return Optional.empty();
        Set<Method> methods = methods(settings);
        try {
            return Optional.of(new CorsRules(
                    origins,
                    methods,
                    settings.get(Keys.CORS_HEADERS),
                    settings.get(Keys.CORS_EXPOSED),
                    settings.get(Keys.CORS_CREDENTIALS),
                    settings.get(Keys.CORS_MAX_AGE)));
        } catch (IllegalArgumentException e) {
            throw settings.wrong(rejectedSetting(settings), String.valueOf(e.getMessage()));
        }
    }

    private static Set<Method> methods(Settings settings) throws WrongSettingException {
        Set<Method> methods = new LinkedHashSet<>();
        for (String name : settings.get(Keys.CORS_METHODS)) {
            Optional<Method> known = Arrays.stream(Method.values())
                    .filter(method -> method.name().equals(name))
                    .findFirst();
            methods.add(known.orElseThrow(() -> settings.wrong(Keys.CORS_METHODS, name + " is not a method")));
        }
        return methods;
    }

    /** Returns the setting that {@link CorsRules} rejects: the one without which it accepts the others. */
    private static Setting<?> rejectedSetting(Settings settings) {
        List<String> origins = settings.get(Keys.CORS_ORIGINS);
        if (!isAccepted(origins, List.of(), List.of(), false)) return Keys.CORS_ORIGINS;
        if (!isAccepted(origins, settings.get(Keys.CORS_HEADERS), List.of(), false)) return Keys.CORS_HEADERS;
        if (!isAccepted(origins, List.of(), settings.get(Keys.CORS_EXPOSED), false)) return Keys.CORS_EXPOSED;
        return Keys.CORS_CREDENTIALS;
    }

    private static boolean isAccepted(
            List<String> origins, List<String> headers, List<String> exposed, boolean credentials) {
        try {
            new CorsRules(origins, Set.of(), headers, exposed, credentials, Duration.ZERO);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Returns the size limits of texts. Writing a text takes up to twice its size in memory, so the heap limits it too:
     * otherwise one large response, or several at once, could exhaust a small heap.
     */
    static TextBounds texts(Settings settings, long heapBytes) {
        long held = Math.max(2, Math.min(settings.get(Keys.HELD_ANSWERS), TEXTS_MADE.of(heapBytes)));
        long mostWritten = Math.min(settings.get(Keys.ANSWER), held / 2);
        return new TextBounds(
                new Bound(settings.get(Keys.BODY_TOKENS), Keys.BODY_TOKENS.key()),
                new Bound(mostWritten, Keys.ANSWER.key()),
                new Bound(held, Keys.HELD_ANSWERS.key()));
    }

    /** Opens the folder for uploads below the data folder. Deletes files that an earlier process has left. */
    static Uploads uploads(Settings settings, Folders folders, DiskThreads disk) {
        return Uploads.inFolder(folders.temporary(), uploadLimits(settings), disk);
    }

    /** Returns the metadata of the OpenAPI document. Without a version in the settings, it has that of Vesper. */
    static ApiInfo apiInfo(Settings settings, String version) {
        String own = settings.get(Keys.OPENAPI_VERSION);
        return new ApiInfo(
                settings.get(Keys.OPENAPI_TITLE),
                own.isEmpty() ? version : own,
                settings.get(Keys.OPENAPI_DESCRIPTION));
    }

    private static FormLimits forms(Settings settings) {
        return new FormLimits(
                settings.get(Keys.FORM_FIELDS),
                settings.get(Keys.FORM),
                settings.get(Keys.FORM_NAME),
                settings.get(Keys.FORM_VALUE));
    }

    private static UploadLimits uploadLimits(Settings settings) {
        return new UploadLimits(
                settings.get(Keys.UPLOAD_PARTS),
                Math.toIntExact(settings.get(Keys.UPLOAD_PART_HEAD)),
                settings.get(Keys.UPLOAD_PART),
                settings.get(Keys.UPLOAD),
                settings.get(Keys.UPLOAD_FILE_NAME),
                settings.get(Keys.UPLOAD_DISK));
    }
}
