package vesper.hosting;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import vesper.hosting.compiling.CompileError;

/**
 * A package at one moment, for people who look after it.
 *
 * @param version as its descriptor has it, empty where it has none
 * @param contextPath one path segment
 * @param classes names of its top-level classes, those that serve now
 * @param routes how many it answers now
 * @param hasWeb whether its folder had files to serve when the code that serves now was loaded
 * @param loadedAt when the code that serves now was loaded
 * @param generation how many times its code has been loaded, 0 if never
 * @param errors why the newest sources do not compile; older code may serve all the same
 * @param failure why the newest code could not be loaded or started, where errors do not say it
 * @param warning what of its folder is left aside, while everything else of it serves
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
        Optional<String> warning) {
    private static final int LONGEST_WHY = 300;

    /** Why its newest code does not serve, in a line; empty where it does. */
    public Optional<String> why() {
        return errors.stream()
                .findFirst()
                .map(error -> inOneLine(error.toString()))
                .or(() -> failure.flatMap(text -> text.lines().findFirst()))
                .map(line -> line.length() > LONGEST_WHY ? line.substring(0, LONGEST_WHY) + "…" : line);
    }

    /** The line that javac puts second names what it speaks of: {@code symbol: class Ordr}. */
    private static String inOneLine(String message) {
        return message.lines()
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Whether it serves, and not what its folder holds now. */
    public boolean servesOlderCode() {
        return state == PackageState.STARTED && (!errors.isEmpty() || failure.isPresent());
    }

    /** The same, with its folder elsewhere. */
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
                warning);
    }
}
