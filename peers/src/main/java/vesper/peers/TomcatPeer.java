package vesper.peers;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/**
 * Embedded Tomcat with two servlets. Its NIO connector has one poller, which hands requests to a pool of 200 threads by
 * default.
 */
final class TomcatPeer {
    /** Tomcat's default is 8192; further connections would wait without being accepted. */
    private static final int MAX_CONNECTIONS = 20_000;

    private TomcatPeer() {}

    public static void main(String[] args) throws IOException, LifecycleException {
        PeerArguments arguments = PeerArguments.of(args, PeerFlag.THREADS);
        Path home = Files.createTempDirectory("tomcat-peer");
        var tomcat = new Tomcat();
        tomcat.setBaseDir(home.toString());
        tomcat.setConnector(connector(arguments));

        Context context = tomcat.addContext("", home.toString());
        Tomcat.addServlet(context, "hello", new Greeter()).addMapping(Greeting.PATH);
        Tomcat.addServlet(context, "echo", new Echo()).addMapping(Greeting.ECHO_PATH);
        tomcat.start();
        PeerArguments.announce(tomcat.getConnector().getLocalPort());
    }

    private static Connector connector(PeerArguments arguments) {
        var connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        connector.setPort(arguments.port());
        connector.setProperty("address", PeerArguments.HOST);
        // By default Tomcat closes a connection after 100 requests, which would measure connecting.
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("maxConnections", Integer.toString(MAX_CONNECTIONS));
        connector.setProperty("acceptCount", Integer.toString(PeerArguments.BACKLOG));
        arguments
                .valueOf(PeerFlag.THREADS)
                .ifPresent(threads -> connector.setProperty("maxThreads", threads.toString()));
        return connector;
    }

    private static void answer(Greeting greeting, HttpServletResponse response) throws IOException {
        byte[] body = greeting.json();
        response.setContentType(Greeting.CONTENT_TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static final class Greeter extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            answer(Greeting.ok(), response);
        }
    }

    private static final class Echo extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String text = request.getParameter(Greeting.TEXT);
            if (text == null) {
                response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
                answer(Greeting.withoutText(), response);
            } else {
                answer(Greeting.echo(text), response);
            }
        }
    }
}
