package vesper.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Selects the kind of thread for a handler method, or for all methods of a class. An annotation on the method takes
 * precedence over one on the class.
 *
 * <p>A method belongs on {@link Threads#PLATFORM} if it computes for longer than a few milliseconds or pins its thread.
 * On a virtual thread it would block all connections of its event loop.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RunOn {
    Threads value();

    enum Threads {
        /** A virtual thread on the connection's event loop, the default. Suits handlers that wait. */
        VIRTUAL,
        /** A thread of the platform thread pool. Suits handlers that compute. Arguments are bound beforehand. */
        PLATFORM
    }
}
