/**
 * How figures are shown: JSON, a table of text, and a page of HTML with charts, each a few lines of our own so that the
 * bench needs no library for them.
 *
 * <p>Start at {@link vesper.bench.report.HtmlPage}. Knows nothing of experiments.
 */
@NullMarked
package vesper.bench.report;

import org.jspecify.annotations.NullMarked;
