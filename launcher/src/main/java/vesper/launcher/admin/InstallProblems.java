package vesper.launcher.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import vesper.hosting.PackageSnapshot;
import vesper.hosting.compiling.CompileError;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** Problem documents for a package that could not be installed. */
final class InstallProblems {
    private static final int MOST_ERRORS = 100;
    private static final ProblemType UNPROCESSABLE = ProblemType.ofStatus(422);
    private static final ProblemType UNAVAILABLE = ProblemType.ofStatus(503);

    private InstallProblems() {}

    /**
     * Returns the problem of a package that does not compile, with the place of each error, or that cannot be started.
     */
    static Problem of(PackageSnapshot tried) {
        if (tried.errors().isEmpty()) {
            return UNPROCESSABLE.because("The package cannot serve: "
                    + tried.failure().orElse("the server's log says why") + ". Nothing has changed.");
        }
        List<CompileError> errors = tried.errors().stream().limit(MOST_ERRORS).toList();
        return UNPROCESSABLE
                .because("The package does not compile. Nothing has changed.")
                .withErrors(errors.stream()
                        .map(error -> new Problem.BadValue(placeOf(error), error.message() + "\n" + error.excerpt()))
                        .toList())
                .member(
                        "compileErrors",
                        errors.stream().map(InstallProblems::parts).toList());
    }

    static ProblemException refused(int status, String reason) {
        return ProblemType.ofStatus(status)
                .because("The package cannot be installed: " + reason + ".")
                .exception();
    }

    static ProblemException busy() {
        return UNAVAILABLE
                .because("Other packages are being installed; try again later.")
                .header("Retry-After", "1")
                .exception();
    }

    /** Returns an error in the form in which {@code /admin/packages/{name}} shows it. */
    private static Map<String, Object> parts(CompileError error) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("file", error.file());
        parts.put("line", error.line());
        parts.put("column", error.column());
        parts.put("message", error.message());
        parts.put("excerpt", error.excerpt());
        return parts;
    }

    private static String placeOf(CompileError error) {
        return error.file().isEmpty() ? "" : error.file() + ":" + error.line() + ":" + error.column();
    }
}
