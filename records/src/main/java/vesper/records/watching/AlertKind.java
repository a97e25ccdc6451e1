package vesper.records.watching;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an alert is about, by the name of its bound in a rule. */
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
