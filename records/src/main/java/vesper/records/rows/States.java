package vesper.records.rows;

/** States that transactions come to without being told so; code names others. */
public final class States {
    /** The request is there. */
    public static final String RECEIVED = "RECEIVED";
    /** Code has begun it. */
    public static final String STARTED = "STARTED";

    public static final String PROCESSED = "PROCESSED";
    public static final String ERROR = "ERROR";

    private static final int FIRST_ERROR = 400;

    private States() {}

    /**
     * Whether an exchange ended well.
     *
     * @param status 0 where there was no answer
     */
    public static boolean isSuccess(long status) {
        return status > 0 && status < FIRST_ERROR;
    }

    /**
     * In which an exchange ends.
     *
     * @param status 0 where there was no answer
     */
    public static String ofStatus(long status) {
        return isSuccess(status) ? PROCESSED : ERROR;
    }
}
