package vesper.bench.process;

import java.io.IOException;

/** Thrown if a server ends, or times out, before it reports that it is ready. */
public final class ServerNotReadyException extends IOException {
    private static final long serialVersionUID = 1;

    private final String why;

    ServerNotReadyException(String name, String what) {
        super(name + " " + what);
        this.why = what;
    }

    /** Returns the reason, without the server's name. */
    public String why() {
        return why;
    }
}
