package vesper.records.rules;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is kept of an exchange besides its metadata. */
public enum Kept {
    @JsonProperty("headers")
    HEADERS,
    @JsonProperty("query")
    QUERY,
    @JsonProperty("bodies")
    BODIES
}
