package vesper.peers.uuid;

import org.eclipse.jetty.http.HttpStatus;

/** Thrown for a request that is rejected, with a sentence that explains why. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String sentence;

    private RefusedException(int status, String sentence) {
        super(sentence);
        this.status = status;
        this.sentence = sentence;
    }

    static RefusedException badRequest(String sentence) {
        return new RefusedException(HttpStatus.BAD_REQUEST_400, sentence);
    }

    static RefusedException tooLarge(int mostBytes) {
        return new RefusedException(HttpStatus.PAYLOAD_TOO_LARGE_413, "a request has at most " + mostBytes + " bytes");
    }

    int status() {
        return status;
    }

    String sentence() {
        return sentence;
    }

    /** Does nothing: a rejection is a normal response and needs no stack trace. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
