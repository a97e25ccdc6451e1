/** Services whose state is a document, and the HTTP operations on documents. */
module vesper.services {
    exports vesper.services;
    exports vesper.services.access;
    exports vesper.services.collections;
    exports vesper.services.endpoints;
    exports vesper.services.patches;
    exports vesper.services.schemas;
    exports vesper.services.tasks;
    exports vesper.services.timers;
    exports vesper.services.trees;
    exports vesper.services.webhooks;

    // Jackson instantiates the deserializer of trees by reflection.
    opens vesper.services.trees to
            tools.jackson.databind;

    requires com.fasterxml.jackson.annotation;
    requires com.networknt.schema;
    requires org.slf4j;
    requires static org.jspecify;
    requires spring.core;
    requires spring.web;
    requires transitive vesper.documents;
    requires transitive vesper.rest;
}
