package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import vesper.hosting.PackageSnapshot;
import vesper.hosting.compiling.CompileError;

/**
 * A package as the API shows it: the fields of {@link PackageSnapshot}, without absent values.
 *
 * @param folder on the server's disk
 * @param trash name of the folder in the trash, needed to restore the package; present only if it was just deleted
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record PackageDetails(
        String name,
        String version,
        String state,
        String contextPath,
        String folder,
        List<String> classes,
        int routes,
        Optional<Instant> loadedAt,
        int generation,
        List<CompileError> errors,
        Optional<String> failure,
        boolean required,
        Optional<Instant> nextAttempt,
        Optional<String> warning,
        Optional<String> trash) {

    static PackageDetails of(PackageSnapshot snapshot) {
        return of(snapshot, Optional.empty());
    }

    /**
     * Returns the details of a deleted package. If the disk was full, its folder may be gone without a copy in the
     * trash.
     */
    static PackageDetails deleted(PackageSnapshot last) {
        return of(
                last,
                Optional.of(last.folder())
                        .filter(Files::exists)
                        .map(folder -> folder.getFileName().toString()));
    }

    private static PackageDetails of(PackageSnapshot snapshot, Optional<String> trash) {
        return new PackageDetails(
                snapshot.name(),
                snapshot.version(),
                snapshot.state().text(),
                snapshot.contextPath(),
                snapshot.folder().toString(),
                snapshot.classes(),
                snapshot.routes(),
                snapshot.loadedAt(),
                snapshot.generation(),
                snapshot.errors(),
                snapshot.failure(),
                snapshot.required(),
                snapshot.nextAttempt(),
                snapshot.warning(),
                trash);
    }
}
