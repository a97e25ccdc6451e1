/**
 * Searching records: by words and phrases wherever they stand, by words at paths of payloads, by fields and ranges,
 * with facets, a histogram and latencies of all that matches.
 *
 * <p>A block is passed over where its header or its filter says that nothing in it can match; of the others only the
 * columns that the query speaks of are read. What is handed out was always compared itself.
 *
 * <p>Start at {@link Query} and {@link Search}; {@code docs/guide/search.md} teaches the language. Built on
 * {@code blocks}, {@code rows} and {@code text}. Knows nothing of files.
 */
@NullMarked
package vesper.records.search;

import org.jspecify.annotations.NullMarked;
