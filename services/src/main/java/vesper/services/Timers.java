package vesper.services;

import java.time.Duration;

/**
 * The timers of a document, as a parameter of its service's methods. Changes take effect when the method returns, and
 * are dropped if it throws. Each timer has the name of a method with {@link OnTimer}. Setting a timer again replaces
 * its time.
 *
 * <p>A timer may fire even if the state that the method returned is rejected later, for example because it is too
 * large.
 */
public interface Timers {
    /**
     * Sets a timer that fires once, after the given time.
     *
     * @throws IllegalArgumentException if no method has that name, or the time is not 0 to 100 years
     */
    void after(String name, Duration time);

    /**
     * Sets a timer that fires repeatedly, first after the given time. Missed times are skipped.
     *
     * @throws IllegalArgumentException if no method has that name, or the time is not a second to 100 years
     */
    void every(String name, Duration time);

    /**
     * Cancels a timer, if it is set.
     *
     * @throws IllegalArgumentException if no method has that name
     */
    void cancel(String name);
}
