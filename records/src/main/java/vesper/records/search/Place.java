package vesper.records.search;

/** Where in a row words are looked for. */
enum Place {
    ANYWHERE,
    /** Both payloads, and those of states. */
    BODY,
    REQUEST,
    RESPONSE,
    HEADERS,
    QUERY,
    /** Properties and log lines. */
    ADDITIONS,
    PATH,
    USER_AGENT
}
