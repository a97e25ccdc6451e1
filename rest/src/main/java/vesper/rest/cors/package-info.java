/**
 * Cross-origin resource sharing: rules for pages of other origins that read responses (the Fetch standard, section
 * 3.3).
 *
 * <p>Start at {@link CorsRules}, which holds the rules of an annotation or a setting.
 */
@NullMarked
package vesper.rest.cors;

import org.jspecify.annotations.NullMarked;
