package vesper.hosting.compiling;

import java.util.List;
import vesper.rest.operations.DocComments;

/** What came of compiling a package's sources. */
public sealed interface Compilation {
    /** Every class of every source, and the doc comments of the sources. */
    record Compiled(ClassFiles classes, DocComments docs) implements Compilation {}

    /** No class at all, because of these errors, at least one. */
    record Broken(List<CompileError> errors) implements Compilation {
        /** Compilers look at some code twice, and say the same of it twice. */
        public Broken {
            errors = errors.stream().distinct().toList();
        }
    }
}
