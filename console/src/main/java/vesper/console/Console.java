package vesper.console;

import java.io.IOException;
import java.util.Optional;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.files.DiskThreads;
import vesper.http.files.StaticFiles;
import vesper.rest.ProblemType;
import vesper.rest.routing.Prefix;

/**
 * Serves the console's files. A path without a full stop that is no file is a page: every page starts with the same
 * file, and the script in the browser selects the page by the address. Thread-safe.
 */
public final class Console implements Handler {
    private static final String MOUNT = "/console";
    private static final String FOLDER = "vesper/console/web";
    private static final ProblemType NOT_FOUND = ProblemType.ofStatus(404);
    /** Allows nothing from other origins and nothing inline, and forbids other pages to show the console in a frame. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private final StaticFiles files;

    private Console(StaticFiles files) {
        this.files = files;
    }

    /** Returns the route prefix that serves the console. */
    public static Prefix at(DiskThreads disk) {
        StaticFiles files = StaticFiles.ofResources(MOUNT, Console.class.getClassLoader(), FOLDER, disk);
        return new Prefix(MOUNT, "vesper", new Console(files));
    }

    @Override
    public Response handle(Request request) throws IOException {
        Optional<Response> file = files.answer(request);
        if (file.isEmpty() && isPage(request.path())) file = files.answer(startPage(request));
        return guarded(file.orElseThrow(() -> NOT_FOUND
                .because("The console has no file " + request.path())
                .header("Content-Security-Policy", POLICY)
                .exception()));
    }

    private static boolean isPage(String path) {
        return path.indexOf('.') < 0;
    }

    private static Request startPage(Request request) {
        return request.asking(MOUNT + "/", request.headers().first("Accept").orElse("*/*"));
    }

    private static Response guarded(Response answer) {
        return answer.header("Content-Security-Policy", POLICY)
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Opener-Policy", "same-origin");
    }
}
