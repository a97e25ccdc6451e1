package vesper.records.watching;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The bound of a rule that an alert is about. The JSON name is the field's name in the rule. */
public enum AlertKind {
    @JsonProperty("matches")
    MATCHES("matches"),
    @JsonProperty("errorShare")
    ERROR_SHARE("errorShare"),
    @JsonProperty("p99Millis")
    P99_MILLIS("p99Millis");

    private final String text;

    AlertKind(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
