package vesper.services.endpoints;

import java.util.function.Supplier;

/** Runs code that throws checked exceptions inside functions that must not throw them. */
final class CheckedExceptions {
    private CheckedExceptions() {}

    /** Wraps an exception of a package's code. */
    private static final class WrappedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Exception cause;

        WrappedException(Exception cause) {
            super(cause.toString(), cause, false, false);
            this.cause = cause;
        }
    }

    /** A step that may throw any exception. */
    @FunctionalInterface
    interface Step<R> {
        R run() throws Exception;
    }

    /** Runs a step and wraps its checked exceptions. Must be called inside {@link #unwrap}. */
    static <R> R wrap(Step<R> step) {
        try {
            return step.run();
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw new WrappedException(checked);
        }
    }

    /** Unwraps the exception of the step inside. */
    static <R> R unwrap(Supplier<R> step) throws Exception {
        try {
            return step.get();
        } catch (WrappedException wrapped) {
            throw wrapped.cause;
        }
    }
}
