package vesper.bench.documents;

/** A case that a contestant does not support. */
record NotMeasured(DocumentsCase of, Contestant contestant, String why) {}
