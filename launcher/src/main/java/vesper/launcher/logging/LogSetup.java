package vesper.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.LoggerFactory;

/** Sets up logback when the first logger is asked for: every event of at least INFO goes to {@link ErrorStream}. */
public final class LogSetup extends ContextAwareBase implements Configurator {
    private static final String APPENDER = "stderr";
    /** Recommends a module that is in incubation, at each start; vectors are not what is searched here. */
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

    /** From now on less severe events are not logged. */
    public static void level(org.slf4j.event.Level least) {
        root().setLevel(Level.convertAnSLF4JLevel(least));
    }

    static Level level() {
        return root().getEffectiveLevel();
    }

    /** Writes what waits to be written. */
    public static void flush() {
        if (root().getAppender(APPENDER) instanceof ErrorStream appender) appender.flush();
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }
}
