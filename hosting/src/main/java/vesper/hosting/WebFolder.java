package vesper.hosting;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.files.DiskThreads;
import vesper.http.files.StaticFiles;
import vesper.rest.ProblemType;
import vesper.rest.routing.Prefix;

/** Serves the files in a package's {@code web/} under its context path, for requests that no service handles. */
final class WebFolder {
    private static final Logger LOG = LoggerFactory.getLogger(WebFolder.class);
    private static final ProblemType NOT_FOUND = ProblemType.ofStatus(404);

    private WebFolder() {}

    /** Returns the prefix for the files; empty if the package has no {@code web/}. */
    static List<Prefix> of(PackageContents contents, DiskThreads disk) {
        if (!contents.hasWeb()) return List.of();
        Path web = contents.folder().resolve(PackageContents.WEB);
        if (isOutside(web, contents.folder())) {
            LOG.warn("{}: web/ links to a folder outside the package and is not served", contents.owner());
        }
        String path = "/" + contents.descriptor().contextPath();
        StaticFiles files = StaticFiles.ofFolder(path, web, contents.folder(), disk);
        return List.of(new Prefix(
                path,
                contents.folder().getFileName() + "/" + PackageContents.WEB,
                request -> files.answer(request)
                        .orElseThrow(() -> NOT_FOUND
                                .because("No resource at " + request.path())
                                .exception())));
    }

    private static boolean isOutside(Path web, Path folder) {
        try {
            return !web.toRealPath().startsWith(folder.toRealPath());
        } catch (IOException e) {
            // The folder has disappeared, or requests for its files will report the disk error.
            return false;
        }
    }
}
