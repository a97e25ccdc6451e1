/** Monitor and Tracker: what was invoked, kept and searched. */
module vesper.records {
    exports vesper.records.admin;
    exports vesper.records.blocks;
    exports vesper.records.callers;
    exports vesper.records.masks;
    exports vesper.records.rules;
    exports vesper.records.text;
    exports vesper.records.throttling;

    requires com.github.luben.zstd_jni;
    requires static org.jspecify;
    requires java.xml;
    requires spring.web;
    requires transitive vesper.rest;
}
