/**
 * Compilation of source files to classes, in memory.
 *
 * <p>A package's Groovy and Java sources are compiled together and may refer to each other. The outcome is a
 * {@link vesper.hosting.compiling.Compilation}: either all classes or all errors, each error with file, line, column
 * and the surrounding lines. Only the {@link vesper.hosting.compiling.ClassCache} is written to disk. If it has the
 * classes of a package, no class of the compilers is loaded.
 *
 * <p>Start at {@link vesper.hosting.compiling.SourceCompiler}. Knows nothing of packages, routes or life cycles.
 */
@NullMarked
package vesper.hosting.compiling;

import org.jspecify.annotations.NullMarked;
