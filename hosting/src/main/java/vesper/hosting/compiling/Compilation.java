package vesper.hosting.compiling;

import java.util.List;
import vesper.rest.operations.DocComments;

/** The outcome of compiling a package's sources. */
public sealed interface Compilation {
    /** All classes of all sources, and the doc comments of the sources. */
    record Compiled(ClassFiles classes, DocComments docs) implements Compilation {}

    /** No classes because of errors, at least one. */
    record Failed(List<CompileError> errors) implements Compilation {
        /** Compilers analyze some code twice and repeat its errors. */
        public Failed {
            errors = errors.stream().distinct().toList();
        }
    }
}
