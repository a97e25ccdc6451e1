/**
 * Search over records: by words and phrases anywhere, by words at paths of payloads, by fields and ranges. Results
 * include facets, a histogram and latencies of all matches.
 *
 * <p>A block is skipped if its header or its filter rules out a match. In other blocks only the columns that the query
 * refers to are read. The filter never decides alone: each hit was compared with the query itself.
 *
 * <p>Start at {@link Query} and {@link Search}; {@code docs/guide/search.md} describes the language. Built on
 * {@code blocks}, {@code rows} and {@code text}. This package does not access files.
 */
@NullMarked
package vesper.records.search;

import org.jspecify.annotations.NullMarked;
