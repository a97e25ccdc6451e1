package vesper.access.credentials;

import java.util.Optional;
import vesper.http.Request;

/** Finds and checks credentials of one kind in a request. Called by many threads. */
public interface Verifier {
    /**
     * Returns the credentials of this kind as text, by which the outcome is remembered; empty if the request has none.
     * The text must differ from that of any other kind.
     */
    Optional<String> credentials(Request request);

    /**
     * Returns whether the outcome may be remembered. Not for credentials whose end is nowhere in the directory, such as
     * sessions.
     */
    default boolean isRemembered() {
        return true;
    }

    /** Checks credentials. May take long. */
    Verification verify(String credentials, Request request) throws InterruptedException;
}
