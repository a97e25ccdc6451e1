package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Thrown when the TLS handshake failed: an untrusted certificate, another host name, or no common version. */
public final class TlsFailedException extends ClientException {
    private static final long serialVersionUID = 1;

    TlsFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    boolean nothingWasDone() {
        return true;
    }
}
