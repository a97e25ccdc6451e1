package vesper.rest.triggers;

/** Thrown when a rule of throttling rejects an invocation, which may be tried again later. */
public final class InvocationRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public InvocationRefusedException(String message) {
        super(message);
    }
}
