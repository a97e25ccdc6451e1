package vesper.http.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a call gets no response, or only a part of one. There is a class for each kind of failure; the message
 * names call and server.
 */
public abstract sealed class ClientException extends IOException
        permits ClientClosedException,
                ConnectionLostException,
                HostNotFoundException,
                MalformedResponseException,
                NotConnectedException,
                RedirectRefusedException,
                RequestContentException,
                ResponseTooLargeException,
                TimedOutException,
                TlsFailedException,
                TooManyWaitingException {
    private static final long serialVersionUID = 1;

    ClientException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns whether the server has certainly not processed the request, so that it can be sent again. */
    boolean nothingWasDone() {
        return false;
    }
}
