/** Monitor and Tracker: what was invoked, kept and searched. */
module vesper.records {
    exports vesper.records;
    exports vesper.records.admin;
    exports vesper.records.blocks;
    exports vesper.records.capture;
    exports vesper.records.rows;
    exports vesper.records.search;
    exports vesper.records.store;
    exports vesper.records.text;

    requires com.github.luben.zstd_jni;
    requires org.apache.lucene.queryparser;
    requires static org.jspecify;
    requires java.management;
    requires org.slf4j;
    requires spring.web;
    requires transitive vesper.http;
    requires transitive vesper.journal;
    requires transitive vesper.rest;
}
