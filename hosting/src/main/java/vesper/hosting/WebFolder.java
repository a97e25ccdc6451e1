package vesper.hosting;

import java.util.List;
import vesper.http.files.DiskThreads;
import vesper.http.files.StaticFiles;
import vesper.rest.ProblemType;
import vesper.rest.routing.Prefix;

/** Serves the files of a package's {@code web/} below its context path, where no service answers. */
final class WebFolder {
    private static final ProblemType NOT_FOUND = ProblemType.ofStatus(404);

    private WebFolder() {}

    /** What answers for the folder; nothing where the package has none. */
    static List<Prefix> of(PackageContents contents, DiskThreads disk) {
        if (!contents.hasWeb()) return List.of();
        String path = "/" + contents.descriptor().contextPath();
        StaticFiles files = StaticFiles.ofFolder(path, contents.folder().resolve(PackageContents.WEB), disk);
        return List.of(new Prefix(
                path,
                contents.folder().getFileName() + "/" + PackageContents.WEB,
                request -> files.answer(request)
                        .orElseThrow(() -> NOT_FOUND
                                .because("Nothing answers " + request.path())
                                .exception())));
    }
}
