/** Versioned JSON documents, in memory and durable. */
module vesper.documents {
    exports vesper.documents;

    requires com.github.benmanes.caffeine;
    requires rocksdbjni;
    requires static org.jspecify;
    requires transitive vesper.codec;
    requires transitive vesper.journal;
}
