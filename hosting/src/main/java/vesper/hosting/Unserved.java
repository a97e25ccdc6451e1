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
 * Answers in the place of a package that should serve and cannot: 503, and the compiler's words if it is those. What
 * is asked for below the package's context path, or below paths that its sources seem to map, meets this answer as
 * long as no other package answers there.
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
     * @param forClients why, where clients may hear it; else empty
     */
    void explain(PackageSnapshot now, @Nullable PackageContents contents, String forClients) {
        String forAll = reason(now, forClients);
        String forOperators = forClients.isEmpty() && now.errors().isEmpty()
                ? now.failure().map(failure -> stateOf(now) + ": " + failure).orElse(forAll)
                : forAll;
        List<SourceFile> sources = contents == null ? sourcesIn(now.folder()) : contents.sources();
        Set<String> paths = new TreeSet<>(MappedPaths.of(sources));
        paths.add(now.contextPath());
        List<Prefix> prefixes = paths.stream()
                .map(path -> new Prefix(
                        ServiceStart.PREFIX + "/" + path,
                        request -> answer(request, now, operators.test(request) ? forOperators : forAll)))
                .toList();
        router.publish(PackageContents.ownerOf(now.folder()), List.of(), prefixes);
    }

    private static Response answer(Request request, PackageSnapshot now, String reason) {
        if (Negotiation.prefersHtml(request)) return new UnservedPage(now, reason).answer(request);
        throw NOT_SERVED.because(reason).exception();
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

    private static String stateOf(PackageSnapshot now) {
        return "Package " + now.name() + " is " + now.state().text();
    }

    /** Whatever else failed may speak of things that clients should not hear, so only compilers and descriptors are quoted. */
    private static String reason(PackageSnapshot now, String forClients) {
        if (!forClients.isEmpty()) return "Package " + now.name() + " cannot be loaded: " + forClients;
        if (now.errors().isEmpty()) {
            return stateOf(now) + "; the server's log and /admin/packages say why";
        }
        String errors = now.errors().stream()
                .limit(MOST_ERRORS)
                .map(CompileError::toString)
                .collect(Collectors.joining("; "));
        return "Package %s does not compile: %s".formatted(now.name(), errors);
    }
}
