package vesper.bench.documents;

/** A case that a contestant does not support. */
record UnsupportedCase(DocumentsCase measuredCase, Contestant contestant, String reason) {}
