package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** The server sent what is no HTTP, or what could be read in two ways; the message says which rule it broke. */
public final class MalformedAnswerException extends ClientException {
    private static final long serialVersionUID = 1;

    MalformedAnswerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
