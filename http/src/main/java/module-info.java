/** The HTTP server and client: bytes to {@link vesper.http.Request}, {@link vesper.http.Response} to bytes. */
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
