/**
 * Annotated request handlers: routing, binding, marshalling and problem documents.
 *
 * <p>Packages that are not exported (media types, paths, responses, constraints) may change at any time.
 */
module vesper.rest {
    exports vesper.rest;
    exports vesper.rest.access;
    exports vesper.rest.binding;
    exports vesper.rest.bodies;
    exports vesper.rest.controllers;
    exports vesper.rest.cors;
    exports vesper.rest.filters;
    exports vesper.rest.multipart;
    exports vesper.rest.names;
    exports vesper.rest.openapi;
    exports vesper.rest.operations;
    exports vesper.rest.routing;
    exports vesper.rest.triggers;

    requires jakarta.annotation;
    requires static jakarta.validation;
    requires static org.hibernate.validator;
    requires static org.jspecify;
    requires org.slf4j;
    requires spring.core;
    requires spring.web;
    requires transitive vesper.codec;
    requires transitive vesper.http;
}
