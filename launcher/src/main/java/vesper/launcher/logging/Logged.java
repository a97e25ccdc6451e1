package vesper.launcher.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A log event and the package that it concerns.
 *
 * @param packageName empty if the event concerns no package
 */
record Logged(ILoggingEvent event, String packageName) {
    /** The key of the logging context (MDC) that names the package. */
    static final String PACKAGE = "package";

    private static final int MAX_FRAMES = 100;
    /** Loaders of the server's own classes. The loader of a package has the package's name. */
    private static final Set<String> SERVER = Set.of("app", "platform", "depends-on");

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /**
     * Finds the package of an event: the one of the logging context, the one whose code threw the exception, or the one
     * whose code is on the stack of this thread.
     */
    static Logged of(ILoggingEvent event) {
        String stated = event.getMDCPropertyMap().get(PACKAGE);
        if (stated != null) return new Logged(event, stated);
        String thrower = packageIn(event.getThrowableProxy());
        return new Logged(event, thrower == null ? packageOnStack() : thrower);
    }

    private static @Nullable String packageIn(@Nullable IThrowableProxy thrown) {
        int depth = 0;
        for (IThrowableProxy each = thrown; each != null && depth < MAX_FRAMES; each = each.getCause(), depth++) {
            StackTraceElementProxy[] frames = each.getStackTraceElementProxyArray();
            if (frames == null) continue;
            for (StackTraceElementProxy frame : frames) {
                String loader = frame.getStackTraceElement().getClassLoaderName();
                if (isOfPackage(loader)) return loader;
            }
        }
        return null;
    }

    private static String packageOnStack() {
        return STACK.walk(frames -> frames.limit(MAX_FRAMES)
                .map(frame -> loaderOf(frame.getDeclaringClass()))
                .filter(Logged::isOfPackage)
                .findFirst()
                .orElse(""));
    }

    private static String loaderOf(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.getName() == null ? "" : loader.getName();
    }

    private static boolean isOfPackage(@Nullable String loader) {
        return loader != null && !loader.isEmpty() && !SERVER.contains(loader);
    }
}
