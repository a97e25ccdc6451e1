package vesper.hosting;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes exceptions whose reason is outside of a package: something that it connects to at its start cannot be
 * reached. The same start may succeed later, while the package does not change.
 */
final class ExternalFailure {
    /** Class of SQL states for connections (ISO/IEC 9075), and of PostgreSQL for a server that starts or stops. */
    private static final String CONNECTION_STATE = "08";

    private static final String OPERATOR_STATE = "57P";

    private ExternalFailure() {}

    /** Returns whether an exception, or one that caused it, has such a reason. */
    static boolean isIn(@Nullable Throwable thrown) {
        int depth = 0;
        for (Throwable each = thrown; each != null && depth < 50; each = each.getCause(), depth++) {
            if (isExternal(each)) return true;
        }
        return false;
    }

    private static boolean isExternal(Throwable thrown) {
        return switch (thrown) {
            case SQLTransientException _ -> true;
            case SQLException sql -> isState(String.valueOf(sql.getSQLState()));
            case IOException io -> isExternal(io);
            case TimeoutException _, UnresolvedAddressException _ -> true;
            default -> false;
        };
    }

    private static boolean isState(String state) {
        return state.startsWith(CONNECTION_STATE) || state.startsWith(OPERATOR_STATE);
    }

    private static boolean isExternal(IOException thrown) {
        return thrown instanceof SocketException
                || thrown instanceof UnknownHostException
                || thrown instanceof HttpTimeoutException
                || thrown instanceof InterruptedIOException
                || thrown instanceof ClosedChannelException;
    }
}
