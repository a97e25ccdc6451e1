/**
 * Source files in, classes out, all in memory.
 *
 * <p>A package's Groovy and Java sources are compiled together and may refer to each other. What came of it is a
 * {@link vesper.hosting.compiling.Compilation}: either every class or every error, each error with file, line, column
 * and the lines around it. Nothing is written to disk but the {@link vesper.hosting.compiling.ClassCache}, which saves
 * a start the compilers; while it hits, not one class of theirs is loaded.
 *
 * <p>Start at {@link vesper.hosting.compiling.SourceCompiler}. Knows nothing of packages, routes or life cycles.
 */
@NullMarked
package vesper.hosting.compiling;

import org.jspecify.annotations.NullMarked;
