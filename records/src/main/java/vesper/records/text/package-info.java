/**
 * Text processing for search: splits text into words and folds them, identically at storing and at searching.
 *
 * <p>Start at {@link Words}. {@link ByteSearch} and {@link Utf8} are utilities for other packages that read or write
 * text bytes. This package does not depend on records.
 */
@NullMarked
package vesper.records.text;

import org.jspecify.annotations.NullMarked;
