package vesper.rest.controllers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import vesper.http.files.DiskThreads;
import vesper.rest.EventStreams;
import vesper.rest.binding.ArgumentSource;
import vesper.rest.bodies.Bodies;
import vesper.rest.bodies.FormLimits;
import vesper.rest.bodies.LargeTexts;
import vesper.rest.cors.CrossOrigins;
import vesper.rest.multipart.UploadLimits;
import vesper.rest.multipart.Uploads;

/**
 * The parts that all controllers of a server share to read bodies and send streams.
 *
 * @param forms limits of forms
 * @param uploads receives uploads and stores their parts
 * @param events the open event streams
 * @param origins allowed to read responses of routes that do not declare their own; empty for none
 * @param texts parses bodies to values
 * @param disk threads for blocking file access
 * @param arguments sources of arguments to ask before those of every server
 */
public record Provisions(
        FormLimits forms,
        Uploads uploads,
        EventStreams events,
        Optional<CrossOrigins> origins,
        LargeTexts texts,
        DiskThreads disk,
        List<ArgumentSource> arguments) {
    public Provisions {
        arguments = List.copyOf(arguments);
    }

    Bodies bodies() {
        return new Bodies(forms, uploads, texts);
    }

    /**
     * Returns the defaults. Uploads are stored in the system's folder for temporary files. File access runs on these
     * threads.
     */
    public static Provisions defaults(Executor platformThreads) {
        DiskThreads disk = DiskThreads.on(platformThreads);
        return new Provisions(
                FormLimits.DEFAULTS,
                Uploads.temporary(UploadLimits.DEFAULTS, disk),
                EventStreams.defaults(),
                Optional.empty(),
                new LargeTexts(),
                disk,
                List.of());
    }

    /** Returns a copy with other streams. */
    public Provisions with(EventStreams others) {
        return new Provisions(forms, uploads, others, origins, texts, disk, arguments);
    }

    /** Returns a copy with other uploads. */
    public Provisions with(Uploads others) {
        return new Provisions(forms, others, events, origins, texts, disk, arguments);
    }

    /** Returns a copy that asks these sources of arguments before the others. */
    public Provisions with(List<ArgumentSource> more) {
        List<ArgumentSource> all = new ArrayList<>(more);
        all.addAll(arguments);
        return new Provisions(forms, uploads, events, origins, texts, disk, all);
    }

    /** Returns a copy that allows these origins. */
    public Provisions with(CrossOrigins others) {
        return new Provisions(forms, uploads, events, Optional.of(others), texts, disk, arguments);
    }
}
