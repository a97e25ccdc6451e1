package vesper.rest.controllers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import vesper.http.files.DiskThreads;
import vesper.rest.EventStreams;
import vesper.rest.binding.ArgumentSource;
import vesper.rest.bodies.Bodies;
import vesper.rest.bodies.BodyParser;
import vesper.rest.bodies.FormLimits;
import vesper.rest.cors.CorsRules;
import vesper.rest.multipart.UploadLimits;
import vesper.rest.multipart.Uploads;

/**
 * The parts that all controllers of a server share to read bodies and send streams.
 *
 * @param forms limits of forms
 * @param uploads receives uploads and stores their parts
 * @param events the open event streams
 * @param origins allowed to read responses of routes that do not declare their own; empty for none
 * @param parser parses bodies to values
 * @param disk threads for blocking file access
 * @param arguments sources of arguments to ask before those of every server
 */
public record ControllerContext(
        FormLimits forms,
        Uploads uploads,
        EventStreams events,
        Optional<CorsRules> origins,
        BodyParser parser,
        DiskThreads disk,
        List<ArgumentSource> arguments) {
    public ControllerContext {
        arguments = List.copyOf(arguments);
    }

    Bodies bodies() {
        return new Bodies(forms, uploads, parser);
    }

    /**
     * Returns the defaults. Uploads are stored in the system's folder for temporary files. File access runs on these
     * threads.
     */
    public static ControllerContext defaults(Executor platformThreads) {
        DiskThreads disk = DiskThreads.on(platformThreads);
        return new ControllerContext(
                FormLimits.DEFAULTS,
                Uploads.temporary(UploadLimits.DEFAULTS, disk),
                EventStreams.defaults(),
                Optional.empty(),
                new BodyParser(),
                disk,
                List.of());
    }

    /** Returns a copy with other streams. */
    public ControllerContext with(EventStreams others) {
        return new ControllerContext(forms, uploads, others, origins, parser, disk, arguments);
    }

    /** Returns a copy with other uploads. */
    public ControllerContext with(Uploads others) {
        return new ControllerContext(forms, others, events, origins, parser, disk, arguments);
    }

    /** Returns a copy that asks these sources of arguments before the others. */
    public ControllerContext with(List<ArgumentSource> more) {
        List<ArgumentSource> all = new ArrayList<>(more);
        all.addAll(arguments);
        return new ControllerContext(forms, uploads, events, origins, parser, disk, all);
    }

    /** Returns a copy that allows these origins. */
    public ControllerContext with(CorsRules others) {
        return new ControllerContext(forms, uploads, events, Optional.of(others), parser, disk, arguments);
    }
}
