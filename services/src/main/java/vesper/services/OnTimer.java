package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that is called when a timer of a document fires. It takes the current state and returns the state to
 * store: {@code Cart expire(Cart current)}. If it returns {@code null} or is {@code void}, the document does not
 * change. With {@link #after} or {@link #every}, creating a document sets the timer. Methods that take {@link Timers}
 * may set it at any time.
 *
 * <p>A timer of a durable document survives restarts. It fires at least once: twice if the server was killed while the
 * method ran. A timer that was due while no server or service was running fires as soon as both are. If the method
 * throws, it is called again after a second, and then after twice the previous delay, up to an hour.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnTimer {
    /** Name of the timer; by default the method's name. */
    String value() default "";

    /** Delay between the creation of a document and the only call, for example {@code 30m}. */
    String after() default "";

    /**
     * Period of repeated calls, the first of them one period after the creation of a document: {@code 1h}, at least a
     * second.
     */
    String every() default "";
}
