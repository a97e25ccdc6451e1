package vesper.services;

import java.time.Duration;

/**
 * The timers of a document, for the method of its service that asks for them; what it does to them is done when it has
 * returned, and not at all where it throws. Each timer has the name of a method with {@link OnTimer}, and is set once: to
 * set it again is to set it anew.
 *
 * <p>A timer may ring although the state that was returned with it was refused in the end, as too large for example.
 */
public interface Timers {
    /**
     * Rings once, after this time.
     *
     * @throws IllegalArgumentException where no method has that name, or the time is not 0 to 100 years
     */
    void after(String name, Duration time);

    /**
     * Rings again and again, first after this time. Times that were missed are not made up for.
     *
     * @throws IllegalArgumentException where no method has that name, or the time is not a second to 100 years
     */
    void every(String name, Duration time);

    /**
     * Rings no more, if it was set.
     *
     * @throws IllegalArgumentException where no method has that name
     */
    void cancel(String name);
}
