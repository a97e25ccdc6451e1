package vesper.hosting.installing;

/** Ends the unpacking of an archive. Carries the outcome to report. */
final class RefusedArchiveException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Unpacking outcome;

    private RefusedArchiveException(String reason, Unpacking outcome) {
        super(reason);
        this.outcome = outcome;
    }

    static RefusedArchiveException noArchive(String reason) {
        return new RefusedArchiveException(reason, new Unpacking.NoArchive(reason));
    }

    static RefusedArchiveException refused(String reason) {
        return new RefusedArchiveException(reason, new Unpacking.Refused(reason));
    }

    static RefusedArchiveException tooLarge(String reason) {
        return new RefusedArchiveException(reason, new Unpacking.TooLarge(reason));
    }

    Unpacking outcome() {
        return outcome;
    }
}
