package vesper.http.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A call that got no answer, or not all of one. Each kind is a class of its own; the message names call and server. */
public abstract sealed class ClientException extends IOException
        permits ClientClosedException,
                ConnectionLostException,
                HostNotFoundException,
                MalformedAnswerException,
                NotConnectedException,
                RedirectRefusedException,
                RequestContentException,
                AnswerTooLargeException,
                TimedOutException,
                TlsFailedException,
                TooManyWaitingException {
    private static final long serialVersionUID = 1;

    ClientException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Whether it is certain that the server has done nothing for the request, so that it can be sent again. */
    boolean nothingWasDone() {
        return false;
    }
}
