/**
 * Formats the results of a search for records on a terminal: one line per hit, or one hit with its contents.
 *
 * <p>Records contain text from untrusted clients, so {@link vesper.launcher.hits.Printable} removes everything that
 * could control the terminal. Start at {@link vesper.launcher.hits.HitTable}.
 */
@NullMarked
package vesper.launcher.hits;

import org.jspecify.annotations.NullMarked;
