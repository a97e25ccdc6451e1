package vesper.documents.queries;

/** What a value is in JSON. */
enum ValueKind {
    TEXT,
    NUMBER,
    BOOLEAN,
    NULL
}
