/** Package folders: compiled when loaded, swapped when changed. */
module vesper.hosting {
    exports vesper.hosting;

    requires java.compiler;
    requires static org.jspecify;
    requires org.slf4j;
    requires transitive vesper.rest;
}
