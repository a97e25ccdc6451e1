package vesper.rest.controllers;

import java.util.Optional;
import java.util.concurrent.Executor;
import vesper.http.files.DiskThreads;
import vesper.rest.EventStreams;
import vesper.rest.bodies.Bodies;
import vesper.rest.bodies.FormLimits;
import vesper.rest.bodies.LargeTexts;
import vesper.rest.cors.CrossOrigins;
import vesper.rest.multipart.UploadLimits;
import vesper.rest.multipart.Uploads;

/**
 * What all controllers of a server share for the bodies that they take and the streams that they send.
 *
 * @param uploads where the parts of uploads go
 * @param events the streams of events that are open
 * @param origins who may read the answers of routes that do not say so themselves; empty for nobody
 * @param texts reads bodies as values
 * @param disk waits for disks
 */
public record Provisions(
        FormLimits forms,
        Uploads uploads,
        EventStreams events,
        Optional<CrossOrigins> origins,
        LargeTexts texts,
        DiskThreads disk) {
    Bodies bodies() {
        return new Bodies(forms, uploads, texts);
    }

    /**
     * Every default; uploads go to the system's folder for temporary files, and disks are waited for on these threads.
     */
    public static Provisions defaults(Executor platformThreads) {
        DiskThreads disk = DiskThreads.on(platformThreads);
        return new Provisions(
                FormLimits.DEFAULTS,
                Uploads.temporary(UploadLimits.DEFAULTS, disk),
                EventStreams.defaults(),
                Optional.empty(),
                new LargeTexts(),
                disk);
    }

    /** The same with other streams. */
    public Provisions with(EventStreams others) {
        return new Provisions(forms, uploads, others, origins, texts, disk);
    }

    /** The same with other uploads. */
    public Provisions with(Uploads others) {
        return new Provisions(forms, others, events, origins, texts, disk);
    }

    /** The same for pages of these origins. */
    public Provisions with(CrossOrigins others) {
        return new Provisions(forms, uploads, events, Optional.of(others), texts, disk);
    }
}
