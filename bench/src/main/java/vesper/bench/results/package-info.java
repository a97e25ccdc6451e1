/**
 * What is concluded from an experiment's records, and the files and tables that tell it.
 *
 * <p>Start at {@link vesper.bench.results.Outcome}.
 */
@NullMarked
package vesper.bench.results;

import org.jspecify.annotations.NullMarked;
