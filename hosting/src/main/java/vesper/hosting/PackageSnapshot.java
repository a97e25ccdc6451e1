package vesper.hosting;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import vesper.hosting.compiling.CompileError;

/**
 * The state of a package at one moment, for operators.
 *
 * @param version as in its descriptor, empty if it has none
 * @param contextPath one path segment
 * @param classes names of its top-level classes in the code that serves now
 * @param routes number of current routes
 * @param hasWeb true if its folder had static files when the code that serves now was loaded
 * @param loadedAt when the code that serves now was loaded
 * @param generation number of times its code has been loaded
 * @param errors why the newest sources do not compile; older code may still serve
 * @param failure why the newest code could not be loaded or started, unless errors explain it
 * @param required true if the server is not ready before the package has started
 * @param nextAttempt when a start that failed for a reason outside of the package is tried again
 * @param warning describes a part of the package that does not work while everything else serves: ignored files, or
 *     triggers in error
 */
public record PackageSnapshot(
        String name,
        String version,
        PackageState state,
        String contextPath,
        Path folder,
        List<String> classes,
        int routes,
        boolean hasWeb,
        Optional<Instant> loadedAt,
        int generation,
        List<CompileError> errors,
        Optional<String> failure,
        boolean required,
        Optional<Instant> nextAttempt,
        Optional<String> warning) {
    private static final int MAX_SUMMARY_CHARACTERS = 300;

    /** Returns in one line why the newest code does not serve; empty if it does. */
    public Optional<String> failureSummary() {
        return errors.stream()
                .findFirst()
                .map(error -> inOneLine(error.toString()))
                .or(() -> failure.flatMap(text -> text.lines().findFirst()))
                .map(line -> line.length() > MAX_SUMMARY_CHARACTERS
                        ? line.substring(0, MAX_SUMMARY_CHARACTERS) + "…"
                        : line);
    }

    /** Joins the lines. The second line of javac's messages names the symbol: {@code symbol: class Ordr}. */
    private static String inOneLine(String message) {
        return message.lines()
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Returns whether it serves code that differs from the current content of its folder. */
    public boolean servesOlderCode() {
        return state == PackageState.STARTED && (!errors.isEmpty() || failure.isPresent());
    }

    /** Returns a copy with further warnings. */
    PackageSnapshot withWarnings(List<String> more) {
        if (more.isEmpty()) return this;
        String all = Stream.concat(warning.stream(), more.stream()).collect(Collectors.joining("; "));
        return new PackageSnapshot(
                name,
                version,
                state,
                contextPath,
                folder,
                classes,
                routes,
                hasWeb,
                loadedAt,
                generation,
                errors,
                failure,
                required,
                nextAttempt,
                Optional.of(all));
    }

    /** Returns a copy with another folder. */
    PackageSnapshot movedTo(Path place) {
        return new PackageSnapshot(
                name,
                version,
                state,
                contextPath,
                place,
                classes,
                routes,
                hasWeb,
                loadedAt,
                generation,
                errors,
                failure,
                required,
                nextAttempt,
                warning);
    }
}
