/**
 * The credentials of a request, and the caller that they prove.
 *
 * <p>Start at {@link vesper.access.credentials.Authentication}.
 */
@NullMarked
package vesper.access.credentials;

import org.jspecify.annotations.NullMarked;
