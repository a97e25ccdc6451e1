/** Annotated handlers: routing, binding, marshalling, problems. */
module vesper.rest {
    exports vesper.rest;
    exports vesper.rest.multipart;
    exports vesper.rest.openapi;

    requires static jakarta.validation;
    requires static org.hibernate.validator;
    requires static org.jspecify;
    requires org.slf4j;
    requires spring.core;
    requires spring.web;
    requires transitive vesper.codec;
    requires transitive vesper.http;
}
