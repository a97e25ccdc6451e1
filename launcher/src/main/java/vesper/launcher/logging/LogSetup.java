package vesper.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.LoggerFactory;

/** Configures logback when the first logger is requested: events of level INFO and above go to {@link ErrorStream}. */
public final class LogSetup extends ContextAwareBase implements Configurator {
    private static final String APPENDER = "stderr";
    /** Recommends an incubator module at each start. It would speed up vector search only, which is not used here. */
    private static final String VECTORS = "org.apache.lucene.internal.vectorization";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        JdkLogging.lead();
        ErrorStream appender = new ErrorStream();
        appender.setName(APPENDER);
        appender.setContext(context);
        appender.start();

        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(appender);
        context.getLogger(VECTORS).setLevel(Level.ERROR);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Sets the level of the root logger. */
    public static void level(org.slf4j.event.Level least) {
        root().setLevel(Level.convertAnSLF4JLevel(least));
    }

    /**
     * Sets the level of a logger and of those below it.
     *
     * @param level {@code off}, {@code error}, {@code warn}, {@code info}, {@code debug} or {@code trace}
     */
    public static void level(String name, String level) {
        ((Logger) LoggerFactory.getLogger(name)).setLevel(Level.valueOf(level));
    }

    /** Sets the format of the log. */
    public static void format(LogFormat format) {
        if (root().getAppender(APPENDER) instanceof ErrorStream appender) appender.format(format);
    }

    static Level level() {
        return root().getEffectiveLevel();
    }

    /** Writes all waiting events. */
    public static void flush() {
        if (root().getAppender(APPENDER) instanceof ErrorStream appender) appender.flush();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
