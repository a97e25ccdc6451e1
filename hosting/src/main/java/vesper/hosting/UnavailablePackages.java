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
 * Responds with 503 in place of a package that should serve but cannot. Only operators receive the reason, because
 * compile errors quote the source and other failures mention the server's disk. Covers paths below {@code /api}: the
 * package's context path and the paths that its sources seem to map, unless another package handles them.
 */
final class UnavailablePackages {
    private static final ProblemType UNAVAILABLE = ProblemType.ofStatus(503);
    private static final int MAX_ERRORS = 5;

    private final Router router;
    private final Predicate<Request> operators;

    /**
     * Creates an instance that publishes to this router.
     *
     * @param operators as {@link Platform#operators}
     */
    UnavailablePackages(Router router, Predicate<Request> operators) {
        this.router = router;
        this.operators = operators;
    }

    /**
     * Publishes the explanation in place of the package's previous routes.
     *
     * @param contents null if they cannot be read
     */
    void publish(PackageSnapshot now, @Nullable PackageContents contents) {
        router.publish(PackageContents.ownerOf(now.folder()), List.of(), placeholders(now, contents));
    }

    /** Publishes the explanation beside the package's own routes, which take precedence. */
    void announce(PackageSnapshot now, PackageContents contents) {
        router.publish(announcementOf(now.folder()), List.of(), placeholders(now, contents));
    }

    /** Removes what {@link #announce} has published. */
    void endAnnouncement(Path folder) {
        router.withdraw(announcementOf(folder));
    }

    private static String announcementOf(Path folder) {
        return "loading " + PackageContents.ownerOf(folder);
    }

    private List<Prefix> placeholders(PackageSnapshot now, @Nullable PackageContents contents) {
        String why = reason(now);
        List<SourceFile> sources = contents == null ? sourcesIn(now.folder()) : contents.sources();
        Set<String> paths = new TreeSet<>(MappedPaths.of(sources));
        paths.add(now.contextPath());
        if (contents != null) paths.addAll(contents.descriptor().documents().keySet());
        return paths.stream()
                .map(path -> new Prefix(
                        Packages.SERVICES + "/" + path,
                        request -> operators.test(request)
                                ? detailedResponse(request, now, why)
                                : genericResponse(request, now)))
                .toList();
    }

    private static Response detailedResponse(Request request, PackageSnapshot now, String why) {
        if (Negotiation.prefersHtml(request))
            return UnavailablePage.detailed(now, why).respond(request);
        throw UNAVAILABLE.because(why).exception();
    }

    private static Response genericResponse(Request request, PackageSnapshot now) {
        String message = "Package " + now.name() + " is not available; see the server's log and /admin/packages";
        if (Negotiation.prefersHtml(request))
            return UnavailablePage.generic(now, message).respond(request);
        throw UNAVAILABLE.because(message).exception();
    }

    private static List<SourceFile> sourcesIn(Path folder) {
        try {
            return PackageContents.sources(folder);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Removes everything published for a package, including this explanation. */
    void withdraw(Path folder) {
        router.withdraw(PackageContents.ownerOf(folder));
    }

    private static String reason(PackageSnapshot now) {
        if (now.errors().isEmpty()) {
            return "Package " + now.name() + " is " + now.state().text()
                    + now.failure().map(failure -> ": " + failure).orElse("");
        }
        String errors = now.errors().stream()
                .limit(MAX_ERRORS)
                .map(CompileError::toString)
                .collect(Collectors.joining("; "));
        return "Package %s does not compile: %s".formatted(now.name(), errors);
    }
}
