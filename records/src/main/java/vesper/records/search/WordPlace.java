package vesper.records.search;

/** The part of a row in which words are searched. */
enum WordPlace {
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
