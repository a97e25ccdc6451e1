/**
 * Checks that tests notice changes of behaviour: each mutant is a small change of one source file, and a test must
 * fail.
 *
 * <p>The mutants of a module are in {@code src/test/mutants}. {@link vesper.testing.mutants.Mutants} compiles one after
 * the other into a separate folder, which precedes the module's classes on the class path, and runs the tests that are
 * named beside it. The sources themselves are never touched.
 */
@NullMarked
package vesper.testing.mutants;

import org.jspecify.annotations.NullMarked;
