package vesper.documents;

/** An immutable state. */
record Note(String text, int count) {}
