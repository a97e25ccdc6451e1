package vesper.peers.uuid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.AsyncRequestLogWriter;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import vesper.peers.LoopbackConnector;
import vesper.peers.PeerArguments;
import vesper.peers.PeerFlag;

/** Jetty's core server with the UUID service and, optionally, Jetty's own request log. */
final class JettyUuidPeer {
    private static final PeerFlag<HandlerThreads> HANDLERS =
            PeerFlag.oneOf("--handlers", List.of(HandlerThreads.values()), HandlerThreads::flag);
    private static final PeerFlag<Boolean> ACCESS_LOG =
            PeerFlag.oneOf("--access-log", List.of(true, false), on -> on ? "on" : "off");
    private static final PeerFlag<Path> DATA = PeerFlag.folder("--data");
    private static final String LOG_FILE = "access.log";

    private JettyUuidPeer() {}

    public static void main(String[] args) throws Exception {
        PeerArguments arguments = PeerArguments.of(args, PeerFlag.THREADS, HANDLERS, ACCESS_LOG, DATA);
        HandlerThreads threads = arguments.valueOf(HANDLERS).orElse(HandlerThreads.PLATFORM);
        var server = new Server(threads.pool(arguments.valueOf(PeerFlag.THREADS).orElse(200)));
        ServerConnector connector = LoopbackConnector.addTo(server, arguments);
        server.setHandler(new UuidHandler(threads.invocation()));
        if (arguments.valueOf(ACCESS_LOG).orElse(false)) server.setRequestLog(logIn(folder(arguments)));
        server.start();
        PeerArguments.announce(connector.getLocalPort());
    }

    private static Path folder(PeerArguments arguments) throws IOException {
        Path folder = arguments
                .valueOf(DATA)
                .orElseThrow(() -> new IllegalArgumentException("--access-log on needs a folder, " + DATA));
        return Files.createDirectories(folder);
    }

    /** Returns a log with the writer and format of Jetty's default configuration. */
    private static RequestLog logIn(Path folder) {
        return new CustomRequestLog(
                new AsyncRequestLogWriter(folder.resolve(LOG_FILE).toString()), CustomRequestLog.EXTENDED_NCSA_FORMAT);
    }
}
