/** Services whose state is a document, and what clients do with documents. */
module vesper.services {
    exports vesper.services;

    requires com.networknt.schema;
    requires org.slf4j;
    requires static org.jspecify;
    requires spring.web;
    requires transitive vesper.documents;
    requires transitive vesper.rest;
}
