/**
 * What a search for records found, as it is read on a terminal: a line for each hit, or one of them whole.
 *
 * <p>Whatever stands in a record was sent by strangers, so nothing of it reaches a terminal that could steer one
 * ({@link vesper.launcher.hits.Printable}). Start at {@link vesper.launcher.hits.HitTable}.
 */
@NullMarked
package vesper.launcher.hits;

import org.jspecify.annotations.NullMarked;
