/**
 * Runs the tests of all modules on a few JVMs that share one queue of test classes.
 *
 * <p>Maven runs the tests of a module before it compiles the next one, so tests that wait leave the processors idle. A
 * {@link vesper.testing.suite.Suite} starts when everything is compiled: a class that waits then runs beside classes
 * that compute, also of other modules. JUnit runs the tests and writes the reports.
 *
 * <p>Start at {@link vesper.testing.suite.Suite}, then {@code Schedule} and {@code WorkerProcess}; {@code Worker} is
 * the program of the other JVMs.
 */
@NullMarked
package vesper.testing.suite;

import org.jspecify.annotations.NullMarked;
