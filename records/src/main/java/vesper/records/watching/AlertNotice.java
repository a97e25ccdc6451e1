package vesper.records.watching;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The JSON body of a webhook call. One is sent when an alert starts, another when it ends.
 *
 * @param rule the rule's name
 * @param value the value measured over the window
 * @param bound the limit from the rule; an alert starts when the value exceeds it
 * @param at time of the measurement, in ISO 8601
 */
public record AlertNotice(
        String rule, AlertKind kind, State state, Number value, Number bound, int windowSeconds, String at) {
    /** Start or end of the alert. */
    public enum State {
        @JsonProperty("begun")
        BEGUN,
        @JsonProperty("over")
        OVER
    }
}
