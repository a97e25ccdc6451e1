package vesper.peers.uuid;

import org.eclipse.jetty.http.HttpStatus;

/** Thrown for a request that is rejected, with a message that explains why. */
final class RejectedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String message;

    private RejectedException(int status, String message) {
        super(message);
        this.status = status;
        this.message = message;
    }

    static RejectedException badRequest(String message) {
        return new RejectedException(HttpStatus.BAD_REQUEST_400, message);
    }

    static RejectedException tooLarge(int maxBytes) {
        return new RejectedException(HttpStatus.PAYLOAD_TOO_LARGE_413, "a request has at most " + maxBytes + " bytes");
    }

    int status() {
        return status;
    }

    String message() {
        return message;
    }

    /** Does nothing: a rejection is a normal response and needs no stack trace. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
