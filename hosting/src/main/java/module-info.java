/** Package folders: compiled when loaded, replaced when changed. */
module vesper.hosting {
    exports io.toro.integrate.core.api;
    exports io.toro.martini.api;
    exports org.springframework.context;
    exports org.springframework.context.annotation;
    exports org.springframework.stereotype;
    exports vesper.hosting;
    exports vesper.hosting.compiling;
    exports vesper.hosting.installing;
    exports vesper.hosting.kinds;
    exports vesper.hosting.scripts;

    requires com.fasterxml.jackson.annotation;
    requires jakarta.annotation;
    requires java.compiler;
    requires java.net.http;
    requires java.sql;
    requires static jdk.compiler;
    requires static org.jspecify;
    requires org.apache.groovy;
    requires org.slf4j;
    requires spring.web;
    requires transitive vesper.services;

    uses java.sql.Driver;
}
