/**
 * JSON and XML text to Java values and back.
 *
 * <p>One value has the same shape in both formats: properties in the order of their declaration, dates as ISO-8601
 * text, enums by name. What is read comes from strangers, so depth, lengths and numbers are bounded, XML has neither
 * document types nor entities of its own, and every field that does not fit is named at once, in words that a client
 * understands.
 *
 * <p>Start at {@link Codec}, then {@link Decoded}. Built on Jackson 3 and Woodstox. Knows nothing of HTTP.
 */
@NullMarked
package vesper.codec;

import org.jspecify.annotations.NullMarked;
