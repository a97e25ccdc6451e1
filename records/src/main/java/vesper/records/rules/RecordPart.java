package vesper.records.rules;

import com.fasterxml.jackson.annotation.JsonProperty;

/** An optional part of a record, kept besides its metadata. */
public enum RecordPart {
    @JsonProperty("headers")
    HEADERS,
    @JsonProperty("query")
    QUERY,
    @JsonProperty("bodies")
    BODIES
}
