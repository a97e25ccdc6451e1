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

/** RestExpress with two routes and a JSON serializer. Handlers run on the I/O thread unless there is a pool. */
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

    /**
     * Waits until the port is bound. RestExpress binds on another thread and returns no future; a channel that could
     * not be bound is closed.
     */
    private static void awaitBound(Channel channel) {
        while (!channel.isActive()) {
            if (!channel.isOpen()) throw new IllegalStateException("the port could not be bound");
            Thread.onSpinWait();
        }
    }

    /**
     * Lengthens the backlog. RestExpress listens with 1024; on Linux, a listening socket may listen again with another
     * value.
     */
    private static void lengthenBacklog(Channel channel) throws IOException {
        if (channel instanceof EpollServerSocketChannel epoll && epoll.fd() instanceof Socket socket) {
            socket.listen(PeerArguments.BACKLOG);
        }
    }

    /** Public because RestExpress finds {@code read} by reflection. */
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

    /** Public for the same reason. */
    public static final class Echo {
        private final DateField date;

        private Echo(DateField date) {
            this.date = date;
        }

        /** Decodes the query itself, since RestExpress returns it undecoded. */
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
