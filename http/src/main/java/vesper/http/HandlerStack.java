package vesper.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A description of where a handler is, in at most {@value #MOST} frames: the topmost frame, which shows what it does,
 * and the frames of application code. Calls within the JDK and Groovy are left out, and so are the frames that called
 * the handler.
 */
final class HandlerStack {
    static final int MOST = 12;
    /** Number of top frames shown if there are more than {@link #MOST}. */
    private static final int OF_TOP = 5;

    private static final List<String> RUNTIMES =
            List.of("java.", "jdk.", "sun.", "groovy.lang.", "org.codehaus.groovy.", "org.apache.groovy.");
    private static final @Nullable String SERVER = loaderOf(HandlerStack.class);

    private HandlerStack() {}

    /** Returns the frames, each preceded by a line break. */
    static String text(StackTraceElement[] stack) {
        List<StackTraceElement> frames = meant(stack);
        int own = outermostOfHandler(frames);
        if (own >= 0) frames = frames.subList(0, own + 1);
        StringBuilder text = new StringBuilder();
        if (own < MOST) {
            lines(frames.subList(0, Math.min(frames.size(), MOST)), text);
        } else {
            int rest = own + 1 - (MOST - OF_TOP);
            lines(frames.subList(0, OF_TOP), text);
            text.append("\n    ... ").append(rest - OF_TOP).append(" more");
            lines(frames.subList(rest, own + 1), text);
        }
        return text.toString();
    }

    private static void lines(List<StackTraceElement> frames, StringBuilder text) {
        for (StackTraceElement frame : frames) text.append("\n    at ").append(frame);
    }

    private static List<StackTraceElement> meant(StackTraceElement[] stack) {
        List<StackTraceElement> frames = new ArrayList<>();
        for (StackTraceElement frame : stack) {
            if (callsHandlers(frame)) break;
            if (frames.isEmpty() || !isOfRuntime(frame)) frames.add(frame);
        }
        return frames;
    }

    static boolean callsHandlers(StackTraceElement frame) {
        return frame.getClassName().equals(HandlerCalls.class.getName())
                || (frame.getClassName().equals(Request.class.getName())
                        && frame.getMethodName().equals("handleHere"));
    }

    private static boolean isOfRuntime(StackTraceElement frame) {
        return RUNTIMES.stream().anyMatch(frame.getClassName()::startsWith);
    }

    /** Returns the index of the last frame whose class loader is not the server's, or -1. */
    private static int outermostOfHandler(List<StackTraceElement> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            String loader = frames.get(i).getClassLoaderName();
            if (loader != null && !loader.equals(SERVER) && !isOfRuntime(frames.get(i))) return i;
        }
        return -1;
    }

    private static @Nullable String loaderOf(Class<?> type) {
        return Objects.requireNonNull(type.getClassLoader(), "the server is no part of the JDK")
                .getName();
    }
}
