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

/** Embedded Tomcat: the NIO connector, whose one poller hands to the default pool of 200 threads, and one servlet. */
final class TomcatPeer {
    private TomcatPeer() {}

    public static void main(String[] args) throws IOException, LifecycleException {
        Path home = Files.createTempDirectory("tomcat-peer");
        var tomcat = new Tomcat();
        tomcat.setBaseDir(home.toString());
        tomcat.setConnector(connector(PeerArguments.of(args).port()));

        Context context = tomcat.addContext("", home.toString());
        Tomcat.addServlet(context, "hello", new Greeter()).addMapping(Greeting.PATH);
        tomcat.start();
        PeerArguments.announce(tomcat.getConnector().getLocalPort());
    }

    private static Connector connector(int port) {
        var connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        connector.setPort(port);
        connector.setProperty("address", PeerArguments.HOST);
        // The default closes a connection after 100 requests, which would measure connecting.
        connector.setProperty("maxKeepAliveRequests", "-1");
        return connector;
    }

    private static final class Greeter extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = Greeting.ok().json();
            response.setContentType(Greeting.CONTENT_TYPE);
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }
}
