package vesper.http.client;

import java.nio.file.Path;
import java.util.Optional;
import vesper.http.Headers;

/**
 * A response whose body was stored in a file.
 *
 * @param file the file; empty if the status was not from 200 to 299, since an error page should not be stored there
 * @param bytes size of the file
 */
public record SavedResponse(int status, Headers headers, Optional<Path> file, long bytes) {}
