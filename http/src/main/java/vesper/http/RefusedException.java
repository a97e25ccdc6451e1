package vesper.http;

import java.io.IOException;

/** Thrown when a request is refused while it is read, for example because its body exceeds the limit. */
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
