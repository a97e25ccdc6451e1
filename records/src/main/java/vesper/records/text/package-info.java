/**
 * Text as searching sees it: words, cut and folded the same way when they are kept and when they are looked for.
 *
 * <p>Start at {@link Words}. {@link ByteSearch} and {@link Utf8} serve whoever reads or writes the bytes of texts. Knows
 * nothing of records.
 */
@NullMarked
package vesper.records.text;

import org.jspecify.annotations.NullMarked;
