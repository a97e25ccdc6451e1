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
 * Answers for the console's files. A path below it without a full stop is one of the pages, which all begin with the same
 * file: the browser's part finds out which one is meant. Any thread may ask.
 */
public final class Console implements Handler {
    private static final String MOUNT = "/console";
    private static final String FOLDER = "vesper/console/web";
    private static final ProblemType NOT_FOUND = ProblemType.ofStatus(404);
    /** Nothing from elsewhere, nothing inline; pages of others may not show it in a frame. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private final StaticFiles files;

    private Console(StaticFiles files) {
        this.files = files;
    }

    /** What is published for it. */
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
