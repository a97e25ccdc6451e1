package vesper.launcher.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.launcher.diagnostics.ClassHistogram;
import vesper.launcher.diagnostics.ThreadDumps;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** Thread dumps and heap histograms. Serves one request at a time: each takes memory and stops all threads. */
@RestController
@RequestMapping("/admin/diagnostics")
public final class DiagnosticsController {
    private static final int MOST_CLASSES = 200;
    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, UTF_8);

    private final ThreadDumps dumps;
    private final ReentrantLock turn = new ReentrantLock();

    public DiagnosticsController(ThreadDumps dumps) {
        this.dumps = dumps;
    }

    /** A diagnostic operation of the JVM. */
    @FunctionalInterface
    private interface Question<T> {
        T ask() throws IOException;
    }

    private <T> T inTurn(Question<T> question) throws IOException {
        if (!turn.tryLock())
            throw ProblemType.UNAVAILABLE
                    .because("The JVM is asked something else just now; try again later")
                    .header("Retry-After", "1")
                    .exception();
        try {
            return question.ask();
        } finally {
            turn.unlock();
        }
    }

    /** Sends text unless the client asks for JSON, since people read it. The other endpoints default to JSON. */
    @GetMapping(
            path = "/threads",
            produces = {"text/plain", "application/json"})
    @Described("What all threads are doing, those of the platform and virtual ones: a dump of at most 8 MiB, or for"
            + " application/json a list of at most 5000 threads with the top 20 frames of each.\n"
            + "@param accept application/json for the list")
    @AlsoAnswers(status = 503, when = "The JVM is asked something else just now")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Object> threads(@RequestHeader(name = "Accept", required = false) Optional<String> accept)
            throws IOException {
        boolean wantsList = accept.filter(text -> text.contains("json")).isPresent();
        return wantsList
                ? ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(list())
                : ResponseEntity.ok().contentType(TEXT).body(inTurn(dumps::text));
    }

    private Threads list() throws IOException {
        ThreadDumps.Threads found = inTurn(dumps::list);
        List<ThreadItem> items = found.listed().stream()
                .map(each -> new ThreadItem(each.id(), each.name(), each.virtual(), each.state(), each.frames()))
                .toList();
        return new Threads(items, found.total());
    }

    @GetMapping(path = "/heap", produces = "application/json")
    @Described("""
            What is on the heap: the 200 classes that take most. All threads stop while it is counted.
            @param live whether to collect garbage first, so that only what is in use is counted
            @return Them, those that take most first""")
    @AlsoAnswers(status = 503, when = "The JVM is asked something else just now")
    @RunOn(RunOn.Threads.PLATFORM)
    public Heap heap(@RequestParam(name = "live", defaultValue = "false") boolean live) throws IOException {
        return new Heap(inTurn(() -> ClassHistogram.largest(MOST_CLASSES, live)));
    }

    @Described("""
            A thread.
            @param virtual whether it is a virtual one
            @param state as Java names it
            Example: TIMED_WAITING
            @param frames the top ones of its stack""")
    public record ThreadItem(long id, String name, boolean virtual, String state, List<String> frames) {}

    @Described("""
            The threads of this process.
            @param items those of the platform and virtual ones
            @param total how many there are""")
    public record Threads(List<ThreadItem> items, int total) {}

    @Described("""
            What is on the heap.
            @param items the classes that take most, those first""")
    public record Heap(List<ClassHistogram.Line> items) {}
}
