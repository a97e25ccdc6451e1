/**
 * Filters that packages bring: from the annotation to the handler that they stand in front of.
 *
 * <p>Start at {@link vesper.rest.filters.PackageFilter}.
 */
@NullMarked
package vesper.rest.filters;

import org.jspecify.annotations.NullMarked;
