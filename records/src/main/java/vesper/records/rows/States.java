package vesper.records.rows;

/** Names of the states that a transaction enters automatically. Code may set any others. */
public final class States {
    /** State of an exchange whose request has arrived. */
    public static final String RECEIVED = "RECEIVED";
    /** State of a transaction that code has begun. */
    public static final String STARTED = "STARTED";

    public static final String PROCESSED = "PROCESSED";
    public static final String ERROR = "ERROR";

    private static final int FIRST_ERROR = 400;

    private States() {}

    /**
     * Checks whether an exchange succeeded.
     *
     * @param status the HTTP status, 0 if there was no response
     */
    public static boolean isSuccess(long status) {
        return status > 0 && status < FIRST_ERROR;
    }

    /**
     * Returns the final state of an exchange.
     *
     * @param status the HTTP status, 0 if there was no response
     */
    public static String ofStatus(long status) {
        return isSuccess(status) ? PROCESSED : ERROR;
    }
}
