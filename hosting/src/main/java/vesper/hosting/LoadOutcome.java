package vesper.hosting;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.CompileError;

/** The outcome of loading a package's code. */
sealed interface LoadOutcome {
    record Loaded(Generation generation) implements LoadOutcome {}

    record NotCompiled(List<CompileError> errors) implements LoadOutcome {}

    /** The code does not link, or the compiler failed. */
    record NotLoaded(String reason, @Nullable Throwable cause) implements LoadOutcome {}
}
