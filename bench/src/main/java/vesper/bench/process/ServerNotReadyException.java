package vesper.bench.process;

import java.io.IOException;

/** A server ended, or stayed silent, before it said that it was ready. */
public final class ServerNotReadyException extends IOException {
    private static final long serialVersionUID = 1;

    private final String why;

    ServerNotReadyException(String name, String what) {
        super(name + " " + what);
        this.why = what;
    }

    /** What went wrong, without the server's name. */
    public String why() {
        return why;
    }
}
