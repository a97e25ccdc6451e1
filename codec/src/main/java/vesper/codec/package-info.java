/**
 * Conversion between JSON or XML text and Java values.
 *
 * <p>A value has the same shape in both formats: properties in the order of their declaration, dates as ISO-8601 text,
 * enums by name. Input is untrusted. Depth, lengths and numbers are therefore bounded, and XML has neither document
 * types nor custom entities. All fields that do not fit are reported at once, in words that a client understands.
 *
 * <p>Start at {@link Codec}, then {@link DecodeResult}. Built on Jackson 3 and Woodstox. Does not depend on HTTP.
 */
@NullMarked
package vesper.codec;

import org.jspecify.annotations.NullMarked;
