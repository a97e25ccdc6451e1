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
    private final ReentrantLock lock = new ReentrantLock();

    public DiagnosticsController(ThreadDumps dumps) {
        this.dumps = dumps;
    }

    /** A diagnostic operation of the JVM. */
    @FunctionalInterface
    private interface Diagnostic<T> {
        T run() throws IOException;
    }

    private <T> T exclusively(Diagnostic<T> diagnostic) throws IOException {
        if (!lock.tryLock())
            throw ProblemType.UNAVAILABLE
                    .because("Another diagnostic operation is running; try again later")
                    .header("Retry-After", "1")
                    .exception();
        try {
            return diagnostic.run();
        } finally {
            lock.unlock();
        }
    }

    /** Sends text unless the client asks for JSON, since people read it. The other endpoints default to JSON. */
    @GetMapping(
            path = "/threads",
            produces = {"text/plain", "application/json"})
    @Described("The stacks of all platform and virtual threads: a dump of at most 8 MiB, or for"
            + " application/json a list of at most 5000 threads with the top 20 frames of each.\n"
            + "@param accept application/json for the list")
    @AlsoAnswers(status = 503, when = "Another diagnostic operation is running")
    @RunOn(RunOn.Threads.PLATFORM)
    public ResponseEntity<Object> threads(@RequestHeader(name = "Accept", required = false) Optional<String> accept)
            throws IOException {
        boolean wantsList = accept.filter(text -> text.contains("json")).isPresent();
        return wantsList
                ? ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(list())
                : ResponseEntity.ok().contentType(TEXT).body(exclusively(dumps::text));
    }

    private Threads list() throws IOException {
        ThreadDumps.ThreadList found = exclusively(dumps::list);
        List<ThreadItem> items = found.listed().stream()
                .map(each -> new ThreadItem(each.id(), each.name(), each.virtual(), each.state(), each.frames()))
                .toList();
        return new Threads(items, found.total());
    }

    @GetMapping(path = "/heap", produces = "application/json")
    @Described("""
            The 200 classes that take the most heap. All threads stop while objects are counted.
            @param live whether to collect garbage first, so that only live objects are counted
            @return The classes, largest first""")
    @AlsoAnswers(status = 503, when = "Another diagnostic operation is running")
    @RunOn(RunOn.Threads.PLATFORM)
    public Heap heap(@RequestParam(name = "live", defaultValue = "false") boolean live) throws IOException {
        return new Heap(exclusively(() -> ClassHistogram.largest(MOST_CLASSES, live)));
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
            @param items platform and virtual threads
            @param total their number""")
    public record Threads(List<ThreadItem> items, int total) {}

    @Described("""
            The class histogram of the heap.
            @param items the largest classes first""")
    public record Heap(List<ClassHistogram.Line> items) {}
}
