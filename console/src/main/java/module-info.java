/** The web console: the files that a browser loads, and what serves them. It knows the server by its public HTTP API only. */
module vesper.console {
    exports vesper.console;

    requires static org.jspecify;
    requires transitive vesper.http;
    requires transitive vesper.rest;
}
