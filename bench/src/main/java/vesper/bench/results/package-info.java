/**
 * Conclusions from an experiment's records, and the files and tables that report them.
 *
 * <p>Start at {@link vesper.bench.results.Outcome}.
 */
@NullMarked
package vesper.bench.results;

import org.jspecify.annotations.NullMarked;
