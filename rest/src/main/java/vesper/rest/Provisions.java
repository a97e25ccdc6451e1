package vesper.rest;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;
import vesper.rest.multipart.UploadLimits;
import vesper.rest.multipart.Uploads;

/**
 * What all controllers of a server share for the bodies that they take and the streams that they send.
 *
 * @param uploads where the parts of uploads go
 * @param events the streams of events that are open
 * @param origins who may read the answers of routes that do not say so themselves; empty for nobody
 * @param texts reads bodies as values
 */
public record Provisions(
        FormLimits forms, Uploads uploads, EventStreams events, Optional<CrossOrigins> origins, LargeTexts texts) {
    /** Every default; uploads go to the system's folder for temporary files. */
    public static Provisions defaults(Executor platformThreads) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        return new Provisions(
                FormLimits.DEFAULTS,
                Uploads.into(temporary, UploadLimits.DEFAULTS, platformThreads),
                EventStreams.defaults(),
                Optional.empty(),
                new LargeTexts());
    }

    /** The same with other streams. */
    public Provisions with(EventStreams others) {
        return new Provisions(forms, uploads, others, origins, texts);
    }

    /** The same with other uploads. */
    public Provisions with(Uploads others) {
        return new Provisions(forms, others, events, origins, texts);
    }

    /** The same for pages of these origins. */
    public Provisions with(CrossOrigins others) {
        return new Provisions(forms, uploads, events, Optional.of(others), texts);
    }
}
