package vesper.hosting.compiling;

import java.util.List;

/** What came of compiling a package's sources. */
public sealed interface Compilation {
    /** Every class of every source. */
    record Compiled(ClassFiles classes) implements Compilation {}

    /** No class at all, because of these errors, at least one. */
    record Broken(List<CompileError> errors) implements Compilation {}
}
