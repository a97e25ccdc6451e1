package vesper.peers.documents;

import java.util.Locale;

/** The way from a caller to the store. */
public enum Route {
    /** A call in the same JVM. */
    PROCESS,
    /** A loopback socket, by the store's own client. */
    HTTP;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
