/**
 * The HTTP server and client: parses bytes into a {@link vesper.http.Request} and writes a {@link vesper.http.Response}
 * as bytes.
 */
module vesper.http {
    exports vesper.http;
    exports vesper.http.client;
    exports vesper.http.content;
    exports vesper.http.fields;
    exports vesper.http.files;

    requires com.github.luben.zstd_jni;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http2;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires java.management;
    requires jdk.management;
    requires static org.jspecify;
    requires org.slf4j;
}
