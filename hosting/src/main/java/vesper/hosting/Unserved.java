package vesper.hosting;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.CompileError;
import vesper.hosting.compiling.SourceFile;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ProblemType;
import vesper.rest.routing.Negotiation;
import vesper.rest.routing.Prefix;
import vesper.rest.routing.Router;

/**
 * Answers in the place of a package that should serve and cannot: 503, with the reason for operators, since compilers
 * quote the source and failures speak of the server's disk. What is asked for below the package's context path, or
 * below paths that its sources seem to map, meets this answer as long as no other package answers there.
 */
final class Unserved {
    private static final ProblemType NOT_SERVED = ProblemType.ofStatus(503);
    private static final int MOST_ERRORS = 5;

    private final Router router;
    private final Predicate<Request> operators;

    /**
     * Answers by this router.
     *
     * @param operators as {@link Platform#operators}
     */
    Unserved(Router router, Predicate<Request> operators) {
        this.router = router;
        this.operators = operators;
    }

    /**
     * Answers why, in the place of whatever the package answered before.
     *
     * @param contents null where they cannot be read
     */
    void explain(PackageSnapshot now, @Nullable PackageContents contents) {
        String why = reason(now);
        List<SourceFile> sources = contents == null ? sourcesIn(now.folder()) : contents.sources();
        Set<String> paths = new TreeSet<>(MappedPaths.of(sources));
        paths.add(now.contextPath());
        if (contents != null) paths.addAll(contents.descriptor().documents().keySet());
        List<Prefix> prefixes = paths.stream()
                .map(path -> new Prefix(
                        Packages.SERVICES + "/" + path,
                        request -> operators.test(request) ? explained(request, now, why) : unexplained(request, now)))
                .toList();
        router.publish(PackageContents.ownerOf(now.folder()), List.of(), prefixes);
    }

    private static Response explained(Request request, PackageSnapshot now, String why) {
        if (Negotiation.prefersHtml(request))
            return UnservedPage.explained(now, why).answer(request);
        throw NOT_SERVED.because(why).exception();
    }

    private static Response unexplained(Request request, PackageSnapshot now) {
        String told = "Package " + now.name() + " is not available; the server's log and /admin/packages say why";
        if (Negotiation.prefersHtml(request))
            return UnservedPage.unexplained(now, told).answer(request);
        throw NOT_SERVED.because(told).exception();
    }

    private static List<SourceFile> sourcesIn(Path folder) {
        try {
            return PackageContents.sources(folder);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Takes away all that a package answered, this answer too. */
    void withdraw(Path folder) {
        router.withdraw(PackageContents.ownerOf(folder));
    }

    private static String reason(PackageSnapshot now) {
        if (now.errors().isEmpty()) {
            return "Package " + now.name() + " is " + now.state().text()
                    + now.failure().map(failure -> ": " + failure).orElse("");
        }
        String errors = now.errors().stream()
                .limit(MOST_ERRORS)
                .map(CompileError::toString)
                .collect(Collectors.joining("; "));
        return "Package %s does not compile: %s".formatted(now.name(), errors);
    }
}
