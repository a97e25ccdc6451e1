/**
 * Text processing for search: splits text into words and folds their case, in the same way when records are stored and
 * when they are searched.
 *
 * <p>Start at {@link Words}. {@link ByteSearch} and {@link Utf8} are utilities for other packages that read or write
 * text bytes. This package depends on no other package of the module.
 */
@NullMarked
package vesper.records.text;

import org.jspecify.annotations.NullMarked;
