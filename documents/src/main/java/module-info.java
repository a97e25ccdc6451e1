/** Versioned JSON documents, in memory and durable. */
module vesper.documents {
    exports vesper.documents;

    requires static org.jspecify;
    requires transitive vesper.codec;
}
