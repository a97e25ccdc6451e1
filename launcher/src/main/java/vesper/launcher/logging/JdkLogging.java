package vesper.launcher.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.logging.LogManager;

/**
 * Leads what is logged by {@link java.util.logging}, and by {@link System.Logger} which hands on to it, into the log.
 * The JDK makes one when the first such logger is asked for, so a server without any pays nothing for it.
 */
public final class JdkLogging {
    private static final String NAMED_BY = "java.util.logging.config.class";

    /** As the JDK does it, while it sets its loggers up. */
    public JdkLogging() throws IOException {
        String settings = "handlers=org.slf4j.bridge.SLF4JBridgeHandler\n.level=" + levelOf(LogSetup.level());
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(settings.getBytes(UTF_8)));
    }

    /** Whoever started the JVM with an arrangement of his own keeps it. */
    static void lead() {
        if (System.getProperty("java.util.logging.config.file") == null && System.getProperty(NAMED_BY) == null)
            System.setProperty(NAMED_BY, JdkLogging.class.getName());
    }

    /** What the log leaves out anyway is not made. */
    private static String levelOf(Level least) {
        return switch (least.toInt()) {
            case Level.ERROR_INT -> "SEVERE";
            case Level.WARN_INT -> "WARNING";
            case Level.INFO_INT -> "INFO";
            case Level.DEBUG_INT -> "FINE";
            default -> "ALL";
        };
    }
}
