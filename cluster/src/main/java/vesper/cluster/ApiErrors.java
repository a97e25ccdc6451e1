package vesper.cluster;

import io.nats.client.JetStreamApiException;
import java.util.Set;

/** Error codes of the JetStream API, as in {@code server/errors.json} of NATS 2.15. */
final class ApiErrors {
    private static final int REFUSED = 400;

    private static final int NO_SUCH_MESSAGE = 10037;
    private static final int STREAM_NAME_IN_USE = 10058;
    private static final int NO_SUCH_STREAM = 10059;
    private static final int WRONG_LAST_SEQUENCE = 10071;
    private static final int SUBJECT_BUSY = 10164;

    /** Too few servers are available to place a stream, or a server is joining or leaving. */
    private static final Set<Integer> TRANSIENT = Set.of(10005, 10202);
    /** The configuration is invalid, or asks for more servers than there can be. NATS reports both with status 500. */
    private static final Set<Integer> WRONG_CONFIGURATION = Set.of(10052, 10074);

    private ApiErrors() {}

    static boolean isNoSuchStream(JetStreamApiException error) {
        return error.getApiErrorCode() == NO_SUCH_STREAM;
    }

    static boolean isNoSuchMessage(JetStreamApiException error) {
        return error.getApiErrorCode() == NO_SUCH_MESSAGE;
    }

    /** Returns whether a stream of that name exists with another configuration. */
    static boolean isConfigurationConflict(JetStreamApiException error) {
        return error.getApiErrorCode() == STREAM_NAME_IN_USE;
    }

    /** Returns whether a newer message or value exists than the request expected. */
    static boolean isWrongLastSequence(JetStreamApiException error) {
        return error.getApiErrorCode() == WRONG_LAST_SEQUENCE;
    }

    /**
     * Returns whether another message of the subject is in flight, or the leader has not finished applying the previous
     * one.
     */
    static boolean isSubjectBusy(JetStreamApiException error) {
        return error.getApiErrorCode() == SUBJECT_BUSY;
    }

    /**
     * Returns whether the error persists until someone fixes its cause. Others pass, such as those while servers start.
     */
    static boolean isPermanent(JetStreamApiException error) {
        int code = error.getApiErrorCode();
        return WRONG_CONFIGURATION.contains(code) || (error.getErrorCode() == REFUSED && !TRANSIENT.contains(code));
    }
}
