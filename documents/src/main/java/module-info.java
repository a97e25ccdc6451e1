/** Versioned JSON documents, in memory and durable. */
module vesper.documents {
    exports vesper.documents;
    exports vesper.documents.queries;

    requires com.github.benmanes.caffeine;
    requires org.apache.lucene.core;
    requires org.apache.lucene.queryparser;
    requires rocksdbjni;
    requires static org.jspecify;
    requires transitive vesper.codec;
    requires transitive vesper.journal;
}
