package vesper.records.watching;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a webhook is told when an alert begins, and when it is over.
 *
 * @param rule its name
 * @param value what was seen over the window
 * @param bound what it was not to be above
 * @param at when that was seen, as text of an instant
 */
public record AlertNotice(
        String rule, AlertKind kind, State state, Number value, Number bound, int windowSeconds, String at) {
    /** Which of the two it is. */
    public enum State {
        @JsonProperty("begun")
        BEGUN,
        @JsonProperty("over")
        OVER
    }
}
