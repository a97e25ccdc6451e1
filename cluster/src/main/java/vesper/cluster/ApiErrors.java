package vesper.cluster;

import io.nats.client.JetStreamApiException;
import java.util.Set;

/** Error codes of the JetStream API, as in {@code server/errors.json} of NATS 2.15. */
final class ApiErrors {
    private static final int REFUSED = 400;

    private static final int NO_SUCH_MESSAGE = 10037;
    private static final int MADE_OTHERWISE = 10058;
    private static final int NO_SUCH_STREAM = 10059;
    private static final int WRONG_LAST_SEQUENCE = 10071;
    private static final int SUBJECT_IS_TAKEN = 10164;

    /** Too few servers are available to place a stream, or a server is joining or leaving. */
    private static final Set<Integer> PASSING = Set.of(10005, 10202);
    /** The configuration is invalid, or asks for more servers than there can be. NATS reports both with status 500. */
    private static final Set<Integer> WRONG_CONFIGURATION = Set.of(10052, 10074);

    private ApiErrors() {}

    static boolean isNoSuchStream(JetStreamApiException said) {
        return said.getApiErrorCode() == NO_SUCH_STREAM;
    }

    static boolean isNoSuchMessage(JetStreamApiException said) {
        return said.getApiErrorCode() == NO_SUCH_MESSAGE;
    }

    /** Returns whether a stream of that name exists with another configuration. */
    static boolean isMadeOtherwise(JetStreamApiException said) {
        return said.getApiErrorCode() == MADE_OTHERWISE;
    }

    /** Returns whether a newer message or value exists than the request expected. */
    static boolean isOvertaken(JetStreamApiException said) {
        return said.getApiErrorCode() == WRONG_LAST_SEQUENCE;
    }

    /**
     * Returns whether another message of the subject is in flight, or the leader has not finished applying the previous
     * one.
     */
    static boolean isSubjectTaken(JetStreamApiException said) {
        return said.getApiErrorCode() == SUBJECT_IS_TAKEN;
    }

    /**
     * Returns whether the error persists until someone fixes its cause. Others pass, such as those while servers start.
     */
    static boolean isLasting(JetStreamApiException said) {
        int code = said.getApiErrorCode();
        return WRONG_CONFIGURATION.contains(code) || (said.getErrorCode() == REFUSED && !PASSING.contains(code));
    }
}
