/**
 * Text as searching sees it: words.
 *
 * <p>Start at {@link Words}. Knows nothing of records.
 */
@NullMarked
package vesper.records.text;

import org.jspecify.annotations.NullMarked;
