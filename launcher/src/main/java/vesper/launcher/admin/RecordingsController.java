package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import vesper.launcher.diagnostics.FlightRecording;
import vesper.launcher.diagnostics.RecordingStart;
import vesper.launcher.diagnostics.Recordings;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** Recordings of JDK Flight Recorder, for JDK Mission Control. */
@RestController
@RequestMapping(RecordingsController.PATH)
@RunOn(RunOn.Threads.PLATFORM)
public final class RecordingsController {
    static final String PATH = "/admin/diagnostics/recordings";

    private static final int DEFAULT_SECONDS = 30;
    private static final String DEFAULT_SETTINGS = "profile";
    private static final ProblemType CONFLICT = ProblemType.ofStatus(409);
    private static final ProblemType UNPROCESSABLE = ProblemType.ofStatus(422);

    private final Recordings recordings;

    public RecordingsController(Recordings recordings) {
        this.recordings = recordings;
    }

    @PostMapping(consumes = "application/json", produces = "application/json")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Described("""
            Starts a recording. The newest five are kept until the server stops.
            @return It is running and can be downloaded when it is done""")
    @AlsoAnswers(status = 409, when = "Another recording is running")
    @AlsoAnswers(status = 422, when = "The duration or the settings are invalid")
    @AlsoAnswers(status = 507, when = "The recording could not be started")
    public ResponseEntity<RecordingItem> start(@RequestBody RecordingOptions wanted) {
        int seconds = wanted.seconds().orElse(DEFAULT_SECONDS);
        long most = Recordings.LONGEST.toSeconds();
        if (seconds < 1 || seconds > most) throw wrong("seconds", "is not from 1 to " + most);
        return switch (recordings.start(
                Duration.ofSeconds(seconds), wanted.settings().orElse(DEFAULT_SETTINGS))) {
            case RecordingStart.Started(var recording) ->
                ResponseEntity.accepted()
                        .location(URI.create(PATH + "/" + recording.id()))
                        .body(RecordingItem.of(recording));
            case RecordingStart.Busy(var id) ->
                throw CONFLICT.because("Recording " + id + " is running; only one can run at a time.")
                        .exception();
            case RecordingStart.NoSettings(var name) -> throw wrong("settings", "expected default or profile");
            case RecordingStart.Failed(var why) ->
                throw ProblemType.ofStatus(HttpStatus.INSUFFICIENT_STORAGE.value())
                        .because("The recording could not be started: " + why)
                        .exception();
        };
    }

    private static ProblemException wrong(String field, String why) {
        return UNPROCESSABLE
                .because(field + " " + why)
                .withErrors(List.of(new Problem.BadValue("#/" + field, why)))
                .exception();
    }

    @GetMapping(produces = "application/json")
    @Described("The recordings, newest first.")
    public RecordingList all() {
        return new RecordingList(
                recordings.newestFirst().stream().map(RecordingItem::of).toList());
    }

    @GetMapping(path = "/{id}", produces = "application/octet-stream")
    @Described("""
            The file of a completed recording.
            @param id of the recording""")
    @AlsoAnswers(status = 404, when = "No recording has this id")
    @AlsoAnswers(status = 409, when = "It is still running, or could not be written")
    public ResponseEntity<Path> file(@PathVariable("id") String id) {
        FlightRecording found = recordings.find(id).orElseThrow(() -> noSuchRecording(id));
        return switch (found.state()) {
            case DONE ->
                ResponseEntity.ok()
                        .header("Content-Disposition", "attachment; filename=\"" + id + ".jfr\"")
                        .body(found.file());
            case RUNNING ->
                throw CONFLICT.because("The recording " + id + " runs until "
                                + found.startedAt().plus(found.duration()) + ".")
                        .header("Retry-After", "1")
                        .exception();
            case FAILED ->
                throw CONFLICT.because("The recording " + id + " could not be written: " + found.trouble())
                        .exception();
        };
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Described("""
            Deletes a recording, and ends it if it is running.
            @param id of the recording
            @return It was deleted""")
    @AlsoAnswers(status = 404, when = "No recording has this id")
    public void delete(@PathVariable("id") String id) throws IOException {
        if (!recordings.delete(id)) throw noSuchRecording(id);
    }

    private static ProblemException noSuchRecording(String id) {
        return ProblemType.NOT_FOUND
                .because("There is no recording " + id + ".")
                .exception();
    }

    @Described("""
            Parameters of a recording.
            @param seconds its duration, 1 to 300; default 30
            @param settings default, or profile for more detail at a higher cost; default profile""")
    public record RecordingOptions(Optional<Integer> seconds, Optional<String> settings) {}

    @Described("""
            A recording.
            @param id in its path
            @param seconds its duration
            @param settings default or profile
            @param state running, done or failed
            @param bytes size of its file, once it is done""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record RecordingItem(
            String id, Instant startedAt, long seconds, String settings, String state, OptionalLong bytes) {
        static RecordingItem of(FlightRecording recording) {
            boolean isDone = recording.state() == FlightRecording.State.DONE;
            return new RecordingItem(
                    recording.id(),
                    recording.startedAt(),
                    recording.duration().toSeconds(),
                    recording.settings(),
                    recording.state().name().toLowerCase(Locale.ROOT),
                    isDone ? OptionalLong.of(recording.file().toFile().length()) : OptionalLong.empty());
        }
    }

    @Described("""
            The recordings.
            @param items newest first""")
    public record RecordingList(List<RecordingItem> items) {}
}
