package vesper.hosting;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.CompileError;

/** The outcome of loading a package's code. */
sealed interface CodeLoadResult {
    record Loaded(PackageGeneration generation) implements CodeLoadResult {}

    record NotCompiled(List<CompileError> errors) implements CodeLoadResult {}

    /** The code does not link, or the compiler failed. */
    record NotLoaded(String reason, @Nullable Throwable cause) implements CodeLoadResult {}
}
