package vesper.services.endpoints;

import java.util.function.Supplier;

/** Runs what may throw anything inside of what may not. */
final class Handling {
    private Handling() {}

    /** What a package's code threw, on its way out. */
    private static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Exception what;

        Thrown(Exception what) {
            super(what.toString(), what, false, false);
            this.what = what;
        }
    }

    /** What may throw anything. */
    @FunctionalInterface
    interface Step<R> {
        R run() throws Exception;
    }

    /** To be called inside of {@link #out}. */
    static <R> R in(Step<R> step) {
        try {
            return step.run();
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw new Thrown(checked);
        }
    }

    /** Throws what the step inside has thrown, as it was. */
    static <R> R out(Supplier<R> around) throws Exception {
        try {
            return around.get();
        } catch (Thrown thrown) {
            throw thrown.what;
        }
    }
}
