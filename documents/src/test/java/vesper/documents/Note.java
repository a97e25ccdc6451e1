package vesper.documents;

/** A state that nobody can change. */
record Note(String text, int count) {}
