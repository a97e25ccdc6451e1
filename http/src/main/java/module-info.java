/** The HTTP server and client: bytes to {@link vesper.http.Request}, {@link vesper.http.Response} to bytes. */
module vesper.http {
    exports vesper.http;
    exports vesper.http.client;

    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires static org.jspecify;
    requires org.slf4j;
}
