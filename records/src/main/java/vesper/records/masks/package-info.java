/**
 * Keeps secrets out of records: what a rule masks is replaced by {@code ***} before any byte of it is written.
 *
 * <p>A {@link Mask} knows names: of header fields, of query parameters and form fields, of JSON fields, of XML elements
 * and attributes. It is immutable and shared. A {@link Masker} copies bytes and leaves out what a mask hides; it has
 * scratch space and belongs to one thread. Content is scanned, never made into objects.
 *
 * <p>What is promised: the value of a masked name is not in what was copied, however the text is cut, escaped or
 * broken. Where a text does not follow its grammar any more and holds a masked name, the rest of it is hidden; where it is
 * not sure which grammar it follows, all of it. JSON in strings of JSON is read too. The time is linear in the length of
 * the text. What is not promised: to find secrets in other texts inside of texts, XML in a JSON string for example, and in
 * paths.
 *
 * <p>Start at {@link Masker}. Knows nothing of rules or records.
 */
@NullMarked
package vesper.records.masks;

import org.jspecify.annotations.NullMarked;
