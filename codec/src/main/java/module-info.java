/** Conversion between JSON or XML text and Java values. */
module vesper.codec {
    exports vesper.codec;

    requires com.ctc.wstx;
    requires java.xml;
    requires static org.jspecify;
    requires transitive tools.jackson.databind;
    requires tools.jackson.dataformat.xml;
}
