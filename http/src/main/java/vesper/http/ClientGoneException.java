package vesper.http;

import java.io.IOException;

/** The client closed the connection before its request was whole, or before its answer was. Nobody's fault here. */
public final class ClientGoneException extends IOException {
    private static final long serialVersionUID = 1;

    ClientGoneException(String message) {
        super(message);
    }
}
