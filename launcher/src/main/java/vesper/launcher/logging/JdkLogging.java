package vesper.launcher.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.logging.LogManager;

/**
 * Routes {@link java.util.logging}, and {@link System.Logger} which delegates to it, into the log. The JDK creates an
 * instance when code requests the first such logger, so a server without any pays nothing.
 */
public final class JdkLogging {
    private static final String NAMED_BY = "java.util.logging.config.class";

    /** Called by the JDK while it initializes its loggers. */
    public JdkLogging() throws IOException {
        StringBuilder settings = new StringBuilder("handlers=org.slf4j.bridge.SLF4JBridgeHandler\n.level=");
        settings.append(levelOf(LogSetup.level()));
        for (LogLevels.Named logger : LogLevels.all()) {
            boolean isRoot = logger.name().equals(LogLevels.ROOT);
            if (isRoot || logger.set().isEmpty()) continue;
            settings.append('\n').append(logger.name()).append(".level=");
            settings.append(levelOf(Level.valueOf(logger.set().get())));
        }
        LogManager.getLogManager()
                .readConfiguration(new ByteArrayInputStream(settings.toString().getBytes(UTF_8)));
    }

    /** Registers this class, unless the user configured JDK logging when starting the JVM. */
    static void lead() {
        if (System.getProperty("java.util.logging.config.file") == null && System.getProperty(NAMED_BY) == null)
            System.setProperty(NAMED_BY, JdkLogging.class.getName());
    }

    /** Returns the JDK's name of the level, so that it does not create events that the log would drop. */
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
