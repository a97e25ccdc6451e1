package vesper.peers;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.Socket;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.restexpress.Request;
import org.restexpress.Response;
import org.restexpress.RestExpress;
import org.restexpress.response.RawResponseWrapper;
import org.restexpress.serialization.NullSerializationProvider;

/** RestExpress: two routes, their handlers on the I/O thread unless there is a pool, a JSON serializer. */
final class RestExpressPeer {
    private static final int HANDLE_ON_THE_IO_THREAD = 0;

    private RestExpressPeer() {}

    public static void main(String[] args) throws IOException {
        PeerArguments arguments = PeerArguments.of(args, PeerFlag.THREADS);
        var serializers = new NullSerializationProvider();
        serializers.add(new RestExpressJson(), new RawResponseWrapper(), true);
        RestExpress.setDefaultSerializationProvider(serializers);
        var server = new RestExpress()
                .setUseSystemOut(false)
                .setName("peer")
                .setIoThreadCount(arguments.ioThreads())
                .setExecutorThreadCount(arguments.valueOf(PeerFlag.THREADS).orElse(HANDLE_ON_THE_IO_THREAD));
        DateField date = DateField.ticking();
        server.uri(Greeting.PATH, new Greeter(date)).method(HttpMethod.GET);
        server.uri(Greeting.ECHO_PATH, new Echo(date)).method(HttpMethod.GET);
        Channel channel = server.bind(PeerArguments.HOST, arguments.port());
        awaitBound(channel);
        lengthenBacklog(channel);
        PeerArguments.announce(((InetSocketAddress) channel.localAddress()).getPort());
    }

    /** RestExpress binds on another thread and hands out no future; a channel that could not be bound is closed. */
    private static void awaitBound(Channel channel) {
        while (!channel.isActive()) {
            if (!channel.isOpen()) throw new IllegalStateException("the port could not be bound");
            Thread.onSpinWait();
        }
    }

    /** RestExpress listens with a backlog of 1024; Linux lets a socket that listens do so again, with another. */
    private static void lengthenBacklog(Channel channel) throws IOException {
        if (channel instanceof EpollServerSocketChannel epoll && epoll.fd() instanceof Socket socket) {
            socket.listen(PeerArguments.BACKLOG);
        }
    }

    /** Public, because RestExpress finds {@code read} by reflection. */
    public static final class Greeter {
        private final DateField date;

        private Greeter(DateField date) {
            this.date = date;
        }

        public Greeting read(Request request, Response response) {
            response.addHeader("Date", date.text());
            return Greeting.ok();
        }
    }

    /** Public like the other. */
    public static final class Echo {
        private final DateField date;

        private Echo(DateField date) {
            this.date = date;
        }

        /** The query is decoded here, since RestExpress hands it out as it came. */
        public Greeting read(Request request, Response response) {
            response.addHeader("Date", date.text());
            Map<String, String> query = request.getQueryStringMap();
            String text = query == null ? null : query.get(Greeting.TEXT);
            if (text != null) return Greeting.echo(URLDecoder.decode(text, StandardCharsets.UTF_8));
            response.setResponseStatus(HttpResponseStatus.BAD_REQUEST);
            return Greeting.withoutText();
        }
    }
}
