/**
 * The web console: the files that a browser loads, and the handler that serves them. It uses only the public HTTP API.
 */
module vesper.console {
    exports vesper.console;

    requires static org.jspecify;
    requires transitive vesper.http;
    requires transitive vesper.rest;
}
