package vesper.http;

import java.io.IOException;

/** A file with a certificate or a key cannot be used; the message names the file and says why. */
public final class UnusableCertificateException extends IOException {
    private static final long serialVersionUID = 1;

    UnusableCertificateException(String message) {
        super(message);
    }

    UnusableCertificateException(String message, Throwable cause) {
        super(message, cause);
    }
}
