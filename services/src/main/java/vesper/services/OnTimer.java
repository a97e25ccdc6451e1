package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Is called when a timer of a document rings: takes the current state and returns what is stored,
 * {@code Cart expire(Cart current)}; {@code null}, or a method without a result, leaves the document as it is. With a time
 * the timer is set when a document is created; methods that ask for {@link Timers} may set it at any time.
 *
 * <p>A timer of a durable document survives restarts. It rings at least once: twice where the server was killed while it
 * rang. One that was due while nobody was there to be called rings as soon as there is. A method that throws is called
 * again, after a second and then after twice the time before, up to an hour.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnTimer {
    /** The timer's name; the method's where nothing is said. */
    String value() default "";

    /** Rings once, so long after the document was created: {@code 30m}. */
    String after() default "";

    /** Rings again and again, first so long after the document was created: {@code 1h}, at least a second. */
    String every() default "";
}
