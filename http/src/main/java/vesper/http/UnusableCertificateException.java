package vesper.http;

import java.io.IOException;

/** Thrown when a file with a certificate or a key cannot be used. The message names the file and the reason. */
public final class UnusableCertificateException extends IOException {
    private static final long serialVersionUID = 1;

    UnusableCertificateException(String message) {
        super(message);
    }

    UnusableCertificateException(String message, Throwable cause) {
        super(message, cause);
    }
}
