package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import vesper.hosting.PackageSnapshot;
import vesper.hosting.compiling.CompileError;

/**
 * A package as it is shown; what {@link PackageSnapshot} says, absent values left out.
 *
 * @param folder on the server's disk
 * @param trash the name of its folder in the trash, by which it can be put back, where it has just been deleted
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
        Optional<String> warning,
        Optional<String> trash) {

    static PackageDetails of(PackageSnapshot snapshot) {
        return of(snapshot, Optional.empty());
    }

    /** One that is no more; a full disk may have left nothing of it. */
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
                snapshot.warning(),
                trash);
    }
}
