package vesper.rest.triggers;

/** The state of a trigger, as operators see it. */
public enum TriggerState {
    STARTED,
    /** An operator has paused it. */
    PAUSED,
    /** An operator has stopped it, or its package stops. */
    STOPPED,
    /** It could not be started or stopped; its last error says why. */
    ERROR
}
