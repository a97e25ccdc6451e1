/**
 * Text as searching sees it: words, cut and folded the same way when they are kept and when they are looked for.
 *
 * <p>Start at {@link Words}. Knows nothing of records.
 */
@NullMarked
package vesper.records.text;

import org.jspecify.annotations.NullMarked;
