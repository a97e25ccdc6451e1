/**
 * Output of figures as JSON, text tables, and HTML pages with charts. Each is a few lines of our own code, so that the
 * bench needs no library for them.
 *
 * <p>Start at {@link vesper.bench.report.HtmlPage}. Knows nothing of experiments.
 */
@NullMarked
package vesper.bench.report;

import org.jspecify.annotations.NullMarked;
