package vesper.rest.triggers;

/**
 * A source of work other than clients: a timer, a queue, a watched folder. The server starts it with its package,
 * stops it before the package stops, and lists it for operators, who may pause it.
 *
 * <p>{@link #start} and {@link #stop} are called by one thread at a time, alternately. After {@code stop} the trigger
 * may be started again.
 */
public interface Trigger {
    /** Returns the kind of its work in one word, {@code timer} for example. Records of its invocations have it. */
    String kind();

    /** Returns its name, which is unique among the triggers of its kind. */
    String name();

    /**
     * Returns whether it works on one node of a cluster at a time. A trigger for which this is true finds out itself
     * whether its node is the one; this only tells operators.
     */
    default boolean onLeaderOnly() {
        return false;
    }

    /**
     * Returns whether the rules of Monitor, Tracker and throttling see its work. False for work that is about records.
     */
    default boolean isRecorded() {
        return true;
    }

    /**
     * Starts it. Returns soon: the work runs on threads of the trigger.
     *
     * @param invoker runs each piece of work
     */
    void start(Invoker invoker);

    /** Stops it. No work begins after this returns; work in progress should have ended, or end soon. */
    void stop();

    /** Stops it for a while, by order of an operator. {@link #start} resumes. */
    default void pause() {
        stop();
    }
}
