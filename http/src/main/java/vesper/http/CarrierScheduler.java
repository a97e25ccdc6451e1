package vesper.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes virtual threads whose continuations run where an {@link Executor} of ours runs them.
 *
 * <p>JDK 25 has the constructor {@code java.lang.ThreadBuilders$VirtualThreadBuilder(Executor)} but no public way to
 * it, so {@code java.base/java.lang} must be opened to this module. Where it is not, the JDK's own scheduler is used.
 */
final class CarrierScheduler {
    private static final Logger log = LoggerFactory.getLogger(CarrierScheduler.class);

    private final MethodHandle newBuilder;

    private CarrierScheduler(MethodHandle newBuilder) {
        this.newBuilder = newBuilder;
    }

    /** Empty where this JVM does not let us; the reason is logged once per call. */
    static Optional<CarrierScheduler> find() {
        try {
            Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            var constructor = builder.getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return Optional.of(new CarrierScheduler(MethodHandles.lookup().unreflectConstructor(constructor)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            log.warn(
                    "virtual threads run on the JDK's scheduler, not on the event loops, which costs more CPU: start"
                            + " java with --add-opens java.base/java.lang=ALL-UNNAMED ({})",
                    e.toString());
            return Optional.empty();
        }
    }

    Thread unstarted(String name, Executor carrier, Runnable task) {
        try {
            Thread.Builder.OfVirtual builder = (Thread.Builder.OfVirtual) newBuilder.invoke(carrier);
            return builder.name(name).unstarted(task);
        } catch (Throwable e) {
            throw new IllegalStateException("the JDK refused a virtual thread of our own scheduler", e);
        }
    }
}
