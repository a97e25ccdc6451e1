package vesper.http;

import java.io.IOException;

/** A request that turned out to be refused while it was read, a body over its limit for example. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Refusal refusal;

    public RefusedException(Refusal refusal) {
        super(refusal.status() + ": " + refusal.detail());
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
