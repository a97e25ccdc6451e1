package vesper.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A factory of virtual threads whose continuations run on an {@link Executor} of ours.
 *
 * <p>JDK 25 has the constructor {@code java.lang.ThreadBuilders$VirtualThreadBuilder(Executor)} but no public access to
 * it, so {@code java.base/java.lang} must be opened to this module. Otherwise the JDK's own scheduler is used.
 */
final class CarrierScheduler {
    private static final Logger log = LoggerFactory.getLogger(CarrierScheduler.class);

    private final MethodHandle newBuilder;
    private final Executor jdkScheduler;

    private CarrierScheduler(MethodHandle newBuilder, Executor jdkScheduler) {
        this.newBuilder = newBuilder;
        this.jdkScheduler = jdkScheduler;
    }

    /** Returns empty if this JVM does not allow it. Each failing call logs the reason. */
    static Optional<CarrierScheduler> find() {
        try {
            Class<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            var constructor = builder.getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            var scheduler = Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
            scheduler.setAccessible(true);
            MethodHandle newBuilder = MethodHandles.lookup().unreflectConstructor(constructor);
            return Optional.of(new CarrierScheduler(newBuilder, (Executor) scheduler.get(null)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            log.warn(
                    "virtual threads run on the JDK's scheduler, not on the event loops, which costs more CPU: start"
                            + " java with --add-opens java.base/java.lang=ALL-UNNAMED ({})",
                    e.toString());
            return Optional.empty();
        }
    }

    /** Returns the JDK's default scheduler of virtual threads. */
    Executor jdkScheduler() {
        return jdkScheduler;
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
