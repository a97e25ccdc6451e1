package vesper.cluster;

import io.nats.client.JetStreamApiException;
import java.util.Set;

/** What servers refuse what they are asked of streams with, by the numbers of {@code server/errors.json} of NATS 2.15. */
final class ApiErrors {
    private static final int REFUSED = 400;

    private static final int NO_SUCH_MESSAGE = 10037;
    private static final int MADE_OTHERWISE = 10058;
    private static final int NO_SUCH_STREAM = 10059;
    private static final int WRONG_LAST_SEQUENCE = 10071;
    private static final int SUBJECT_IS_TAKEN = 10164;

    /** Too few servers are there to have a stream, or one of them is coming or going. */
    private static final Set<Integer> PASSING = Set.of(10005, 10202);
    /** The configuration is wrong, or wants more servers than there can be, which are counted as failures of the server. */
    private static final Set<Integer> WRONG_CONFIGURATION = Set.of(10052, 10074);

    private ApiErrors() {}

    static boolean isNoSuchStream(JetStreamApiException said) {
        return said.getApiErrorCode() == NO_SUCH_STREAM;
    }

    static boolean isNoSuchMessage(JetStreamApiException said) {
        return said.getApiErrorCode() == NO_SUCH_MESSAGE;
    }

    /** Whether there is a stream of that name, made in another way. */
    static boolean isMadeOtherwise(JetStreamApiException said) {
        return said.getApiErrorCode() == MADE_OTHERWISE;
    }

    /** Whether something newer is there than what was expected. */
    static boolean isOvertaken(JetStreamApiException said) {
        return said.getApiErrorCode() == WRONG_LAST_SEQUENCE;
    }

    /** Whether another message of the subject is on its way, or the server that leads has not done with the one before. */
    static boolean isSubjectTaken(JetStreamApiException said) {
        return said.getApiErrorCode() == SUBJECT_IS_TAKEN;
    }

    /** Whether the same is refused for as long as nobody sees to it; what is not passes by itself, as while servers start. */
    static boolean isLasting(JetStreamApiException said) {
        int code = said.getApiErrorCode();
        return WRONG_CONFIGURATION.contains(code) || (said.getErrorCode() == REFUSED && !PASSING.contains(code));
    }
}
