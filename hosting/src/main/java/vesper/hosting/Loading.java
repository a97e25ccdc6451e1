package vesper.hosting;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.CompileError;

/** The outcome of loading a package's code. */
sealed interface Loading {
    record Loaded(Generation generation) implements Loading {}

    record NotCompiled(List<CompileError> errors) implements Loading {}

    /** The code does not link, or the compiler failed. */
    record NotLoaded(String reason, @Nullable Throwable cause) implements Loading {}
}
