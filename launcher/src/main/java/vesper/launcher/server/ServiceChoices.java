package vesper.launcher.server;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import vesper.http.Method;
import vesper.http.files.DiskThreads;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.rest.CrossOrigins;
import vesper.rest.EventStreams;
import vesper.rest.FormLimits;
import vesper.rest.LargeTexts;
import vesper.rest.Provisions;
import vesper.rest.multipart.UploadLimits;
import vesper.rest.multipart.Uploads;
import vesper.rest.openapi.ApiInfo;

/** The settings that are about what services take and send. */
final class ServiceChoices {
    private ServiceChoices() {}

    static Provisions from(Settings settings, Uploads uploads, EventStreams events, DiskThreads disk)
            throws CannotStartException {
        return new Provisions(forms(settings), uploads, events, origins(settings), new LargeTexts(), disk);
    }

    static EventStreams events(Settings settings) {
        return new EventStreams(settings.get(Keys.EVENT_STREAMS), settings.get(Keys.EVENT_HEARTBEAT));
    }

    static Optional<CrossOrigins> origins(Settings settings) throws CannotStartException {
        List<String> origins = settings.get(Keys.CORS_ORIGINS);
        if (origins.isEmpty()) return Optional.empty();
        try {
            Set<Method> methods = new LinkedHashSet<>();
            for (String method : settings.get(Keys.CORS_METHODS)) methods.add(Method.valueOf(method));
            return Optional.of(new CrossOrigins(
                    origins,
                    methods,
                    settings.get(Keys.CORS_HEADERS),
                    settings.get(Keys.CORS_EXPOSED),
                    settings.get(Keys.CORS_CREDENTIALS),
                    settings.get(Keys.CORS_MAX_AGE)));
        } catch (IllegalArgumentException e) {
            throw new CannotStartException("the settings of cors cannot be: " + e.getMessage());
        }
    }

    /** Uploads under the data folder, without what an earlier process has left there. */
    static Uploads uploads(Settings settings, Folders folders, DiskThreads disk) {
        return Uploads.into(folders.temporary(), uploadLimits(settings), disk);
    }

    /** What the OpenAPI document says of itself; nothing named is the version of Vesper. */
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
