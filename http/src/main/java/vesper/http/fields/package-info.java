/**
 * Header fields as both ends of a wire see them: what their names and values may hold, dates, and the fields of a
 * section as they come from HPACK. Knows neither requests nor answers.
 */
@NullMarked
package vesper.http.fields;

import org.jspecify.annotations.NullMarked;
