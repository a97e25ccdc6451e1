package vesper.bench.process;

import java.io.IOException;

/** Thrown if a server ends, or times out, before it reports that it is ready. */
public final class ServerNotReadyException extends IOException {
    private static final long serialVersionUID = 1;

    private final String reason;

    ServerNotReadyException(String name, String reason) {
        super(name + " " + reason);
        this.reason = reason;
    }

    /** Returns the reason, without the server's name. */
    public String reason() {
        return reason;
    }
}
