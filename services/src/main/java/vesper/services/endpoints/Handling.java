package vesper.services.endpoints;

import java.util.function.Supplier;

/** Runs code that throws checked exceptions inside functions that must not throw them. */
final class Handling {
    private Handling() {}

    /** Wraps an exception of a package's code. */
    private static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Exception what;

        Thrown(Exception what) {
            super(what.toString(), what, false, false);
            this.what = what;
        }
    }

    /** A step that may throw any exception. */
    @FunctionalInterface
    interface Step<R> {
        R run() throws Exception;
    }

    /** Runs a step and wraps its checked exceptions. Must be called inside {@link #out}. */
    static <R> R in(Step<R> step) {
        try {
            return step.run();
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw new Thrown(checked);
        }
    }

    /** Unwraps the exception of the step inside. */
    static <R> R out(Supplier<R> around) throws Exception {
        try {
            return around.get();
        } catch (Thrown thrown) {
            throw thrown.what;
        }
    }
}
