package vesper.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** The loggers that there are, and from which level on each logs. Any thread may call. */
public final class LogLevels {
    /** What a logger may be set to. */
    public static final List<String> ALL = List.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");

    /** The logger whose level all others have that are set to none. */
    public static final String ROOT = org.slf4j.Logger.ROOT_LOGGER_NAME;

    private LogLevels() {}

    /**
     * A logger.
     *
     * @param set the level that it was set to itself; empty where it has that of the one above
     * @param effective the one that holds
     */
    public record Named(String name, Optional<String> set, String effective) {}

    /** All that code has asked for so far, and those above them, by name. */
    public static List<Named> all() {
        return context().getLoggerList().stream().map(LogLevels::named).toList();
    }

    /** Empty where nobody has asked for one of this name. */
    public static Optional<Named> find(String name) {
        return Optional.ofNullable(context().exists(name)).map(LogLevels::named);
    }

    /**
     * Sets the level of a logger that is there.
     *
     * @param level one of {@link #ALL}; empty for that of the one above, which the root does not have
     */
    public static Named set(String name, Optional<String> level) {
        Logger logger = context().getLogger(name);
        logger.setLevel(level.map(Level::valueOf).orElse(null));
        return named(logger);
    }

    private static Named named(Logger logger) {
        return new Named(
                logger.getName(),
                Optional.ofNullable(logger.getLevel()).map(Level::toString),
                logger.getEffectiveLevel().toString());
    }

    private static LoggerContext context() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }
}
