/**
 * Header fields as both server and client need them: syntax of names and values, dates, and the fields of an
 * HPACK-decoded section. Does not depend on requests or responses.
 */
@NullMarked
package vesper.http.fields;

import org.jspecify.annotations.NullMarked;
