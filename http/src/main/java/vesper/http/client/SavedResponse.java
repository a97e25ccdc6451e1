package vesper.http.client;

import java.nio.file.Path;
import java.util.Optional;
import vesper.http.Headers;

/**
 * An answer whose body went to a file.
 *
 * @param file where it is now; empty where the status was not of 200 to 299, since nobody wants an error page there
 * @param bytes of the file
 */
public record SavedResponse(int status, Headers headers, Optional<Path> file, long bytes) {}
