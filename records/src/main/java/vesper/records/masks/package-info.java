/**
 * Masking: secrets are replaced by {@code ***} before a record is written.
 *
 * <p>A {@link Mask} holds the names of secret header fields, query parameters, form fields, JSON fields, XML elements
 * and attributes. It is immutable and shared. A {@link Masker} copies bytes and leaves out what a mask hides; it has
 * scratch space and belongs to one thread. Content is scanned and never parsed into objects.
 *
 * <p>Guarantee: the copy does not contain the value of a masked name, however the text is cut, escaped or broken. If a
 * text with a masked name violates its grammar, the rest of it is hidden. If its grammar is uncertain, all of it is
 * hidden. JSON in strings of JSON is covered too. Time is linear in the length of the text. Not covered: secrets in
 * other nested texts, such as XML in a JSON string, and secrets in paths.
 *
 * <p>Start at {@link Masker}. Independent of rules and records.
 */
@NullMarked
package vesper.records.masks;

import org.jspecify.annotations.NullMarked;
