package vesper.access.credentials;

import java.time.Duration;

/** The outcome of checking credentials. */
public sealed interface Verification {
    /** Users and keys are not known yet, after a start without the other nodes of the cluster. */
    Verification NOT_LOADED = new Later(503, "Users and keys are not loaded yet.", Duration.ofSeconds(1));

    /** The credentials are valid. */
    record Proven(Proof proof) implements Verification {}

    /** The credentials are of a kind that this server knows, and they are wrong. */
    record Wrong(String detail) implements Verification {}

    /** The credentials are of a kind or an issuer that this server does not know; the code of a package may. */
    record Unknown() implements Verification {}

    /** There were too many wrong attempts, or too many checks wait. */
    record Later(int status, String detail, Duration pause) implements Verification {}
}
