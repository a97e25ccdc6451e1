package vesper.hosting;

import java.util.List;
import vesper.hosting.compiling.CompileError;

/** What came of loading a package's code. */
sealed interface Loading {
    record Loaded(Generation generation) implements Loading {}

    record NotCompiled(List<CompileError> errors) implements Loading {}

    /** Compiled or not even that: a missing dependency, a class that does not link. */
    record NotLoaded(String reason) implements Loading {}
}
