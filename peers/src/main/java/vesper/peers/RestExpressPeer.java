package vesper.peers;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import org.restexpress.Request;
import org.restexpress.Response;
import org.restexpress.RestExpress;
import org.restexpress.response.RawResponseWrapper;
import org.restexpress.serialization.NullSerializationProvider;

/** RestExpress: a route, its handler on the I/O thread, a JSON serializer. */
final class RestExpressPeer {
    private static final int HANDLE_ON_THE_IO_THREAD = 0;

    private RestExpressPeer() {}

    public static void main(String[] args) {
        PeerArguments arguments = PeerArguments.of(args);
        var serializers = new NullSerializationProvider();
        serializers.add(new RestExpressJson(), new RawResponseWrapper(), true);
        RestExpress.setDefaultSerializationProvider(serializers);
        var server = new RestExpress()
                .setUseSystemOut(false)
                .setName("peer")
                .setIoThreadCount(arguments.ioThreads())
                .setExecutorThreadCount(HANDLE_ON_THE_IO_THREAD);
        server.uri(Greeting.PATH, new Greeter(DateField.ticking())).method(HttpMethod.GET);
        Channel channel = server.bind(PeerArguments.HOST, arguments.port());
        awaitBound(channel);
        PeerArguments.announce(((InetSocketAddress) channel.localAddress()).getPort());
    }

    /** RestExpress binds on another thread and hands out no future; a channel that could not be bound is closed. */
    private static void awaitBound(Channel channel) {
        while (!channel.isActive()) {
            if (!channel.isOpen()) throw new IllegalStateException("the port could not be bound");
            Thread.onSpinWait();
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
}
