package vesper.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** The existing loggers and their levels. Thread-safe. */
public final class LogLevels {
    /** The levels to which a logger may be set. */
    public static final List<String> ALL = List.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");

    /** The root logger, whose level applies to all loggers without a level of their own. */
    public static final String ROOT = org.slf4j.Logger.ROOT_LOGGER_NAME;

    private LogLevels() {}

    /**
     * A logger.
     *
     * @param set its own level; empty if it inherits that of its parent
     * @param effective the level in effect
     */
    public record Named(String name, Optional<String> set, String effective) {}

    /** Returns all loggers that code has requested so far, and their parents, sorted by name. */
    public static List<Named> all() {
        return context().getLoggerList().stream().map(LogLevels::named).toList();
    }

    /** Returns a logger; empty if no code has requested one of this name. */
    public static Optional<Named> find(String name) {
        return Optional.ofNullable(context().exists(name)).map(LogLevels::named);
    }

    /**
     * Sets the level of an existing logger.
     *
     * @param level one of {@link #ALL}; empty to inherit that of the parent, which is invalid for the root
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
