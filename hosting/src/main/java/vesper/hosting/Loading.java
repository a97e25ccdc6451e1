package vesper.hosting;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.CompileError;

/** What came of loading a package's code. */
sealed interface Loading {
    record Loaded(Generation generation) implements Loading {}

    record NotCompiled(List<CompileError> errors) implements Loading {}

    /** Compiled or not even that: a class that does not link, a compiler that gave up. */
    record NotLoaded(String reason, @Nullable Throwable cause) implements Loading {}
}
