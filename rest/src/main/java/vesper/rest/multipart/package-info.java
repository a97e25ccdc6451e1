/**
 * Uploads as HTML forms send them, {@code multipart/form-data} (RFC 7578), read as they arrive.
 *
 * <p>Everything that comes is bounded by {@link vesper.rest.multipart.UploadLimits}; what is larger than a few
 * kilobytes waits in a file of our own naming, which is gone when the exchange is.
 *
 * <p>Start at {@link vesper.rest.multipart.Uploads}, then {@code MultipartParser}. Built on {@code http}. Knows nothing
 * of handlers and their arguments.
 */
@NullMarked
package vesper.rest.multipart;

import org.jspecify.annotations.NullMarked;
