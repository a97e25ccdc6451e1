package vesper.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Where a handler method runs, or all of a class; on a method it goes before the class.
 *
 * <p>A method that computes for longer than a few milliseconds or that pins its thread belongs on {@link
 * Threads#PLATFORM}: it would hold up every connection of its event loop.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RunOn {
    Threads value();

    /** Kinds of threads. */
    enum Threads {
        /** A virtual thread of the connection's event loop: right for whatever waits. The default. */
        VIRTUAL,
        /** A thread of the platform's pool: right for whatever computes. Arguments are bound before. */
        PLATFORM
    }
}
