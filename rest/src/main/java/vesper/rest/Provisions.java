package vesper.rest;

import java.nio.file.Path;
import java.util.concurrent.Executor;
import vesper.rest.multipart.UploadLimits;
import vesper.rest.multipart.Uploads;

/**
 * What all controllers of a server share for the bodies that they take and the streams that they send.
 *
 * @param uploads where the parts of uploads go
 */
public record Provisions(FormLimits forms, Uploads uploads) {
    /** Every default; uploads go to the system's folder for temporary files. */
    public static Provisions defaults(Executor platformThreads) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        return new Provisions(FormLimits.DEFAULTS, Uploads.into(temporary, UploadLimits.DEFAULTS, platformThreads));
    }
}
