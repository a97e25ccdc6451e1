package vesper.documents.queries;

/** The JSON type of a value. */
enum ValueKind {
    TEXT,
    NUMBER,
    BOOLEAN,
    NULL
}
