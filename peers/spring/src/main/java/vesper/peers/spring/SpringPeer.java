package vesper.peers.spring;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import vesper.peers.PeerArguments;
import vesper.peers.PeerFlag;

/**
 * Spring MVC on embedded Tomcat, with Spring Boot's defaults for everything that {@code application.properties} does
 * not set.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(GreetingController.class)
final class SpringPeer {
    private static final String BOUND_PORT = "local.server.port";

    private SpringPeer() {}

    public static void main(String[] args) {
        PeerArguments arguments = PeerArguments.of(args, PeerFlag.THREADS);
        var application = new SpringApplication(SpringPeer.class);
        application.setDefaultProperties(propertiesOf(arguments));
        int port = application.run().getEnvironment().getRequiredProperty(BOUND_PORT, Integer.class);
        PeerArguments.announce(port);
    }

    /** Returns the properties that depend on the arguments; the others are in {@code application.properties}. */
    private static Map<String, Object> propertiesOf(PeerArguments arguments) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "server.address", PeerArguments.HOST,
                "server.port", arguments.port(),
                "server.tomcat.accept-count", PeerArguments.BACKLOG));
        arguments.valueOf(PeerFlag.THREADS).ifPresent(threads -> properties.put("server.tomcat.threads.max", threads));
        return properties;
    }
}
