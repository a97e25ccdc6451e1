/**
 * Streaming parser and storage for uploads of HTML forms, {@code multipart/form-data} (RFC 7578).
 *
 * <p>All input is bounded by {@link vesper.rest.multipart.UploadLimits}. Parts of more than 64 KiB are stored in files
 * with generated names, which are deleted at the end of the exchange.
 *
 * <p>Start at {@link vesper.rest.multipart.Uploads}, then {@code MultipartParser}. Built on {@code http}. Knows nothing
 * of handlers and their arguments.
 */
@NullMarked
package vesper.rest.multipart;

import org.jspecify.annotations.NullMarked;
