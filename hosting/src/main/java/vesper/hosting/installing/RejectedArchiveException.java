package vesper.hosting.installing;

/** Ends the unpacking of an archive. Carries the outcome to report. */
final class RejectedArchiveException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient UnpackResult outcome;

    private RejectedArchiveException(String reason, UnpackResult outcome) {
        super(reason);
        this.outcome = outcome;
    }

    static RejectedArchiveException invalidArchive(String reason) {
        return new RejectedArchiveException(reason, new UnpackResult.InvalidArchive(reason));
    }

    static RejectedArchiveException rejected(String reason) {
        return new RejectedArchiveException(reason, new UnpackResult.Rejected(reason));
    }

    static RejectedArchiveException tooLarge(String reason) {
        return new RejectedArchiveException(reason, new UnpackResult.TooLarge(reason));
    }

    UnpackResult outcome() {
        return outcome;
    }
}
