/** Monitor and Tracker: what was invoked, kept and searched. */
module vesper.records {
    exports vesper.records;
    exports vesper.records.admin;
    exports vesper.records.blocks;
    exports vesper.records.capture;
    exports vesper.records.masks;
    exports vesper.records.recent;
    exports vesper.records.rows;
    exports vesper.records.rules;
    exports vesper.records.search;
    exports vesper.records.store;
    exports vesper.records.text;
    exports vesper.records.throttling;
    exports vesper.records.watching;

    requires com.fasterxml.jackson.annotation;
    requires com.github.luben.zstd_jni;
    requires org.apache.lucene.queryparser;
    requires java.management;
    requires java.xml;
    requires static jakarta.validation;
    requires static org.jspecify;
    requires org.slf4j;
    requires re2j;
    requires spring.web;
    requires transitive vesper.http;
    requires transitive vesper.journal;
    requires transitive vesper.rest;
}
