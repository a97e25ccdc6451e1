package vesper.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handler that runs at this moment, to find what keeps a server busy. A handler that waits on a virtual thread does
 * not run, and blocks nothing else.
 *
 * @param name its route, {@code GET /orders/{id}}, if known; else the request or the thread
 * @param place its stack, each frame preceded by a line break
 */
public record RunningHandler(String name, String place) {
    /**
     * Returns the handlers on event loops, and those on platform threads anywhere in this process. May take
     * milliseconds.
     */
    static List<RunningHandler> of(Collection<Loop> loops) {
        List<RunningHandler> running = new ArrayList<>();
        List<Thread> seen = new ArrayList<>();
        for (Loop loop : loops) {
            Thread thread = loop.runningOn();
            if (thread == null || loop.turn() % 2 == 0) continue;
            seen.add(thread);
            running.add(new RunningHandler(nameOf(loop.running()), placeOf(thread)));
        }
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (seen.contains(thread) || !isHandling(stack)) return;
            running.add(new RunningHandler(
                    "a handler on the thread \"" + thread.getName() + "\"", HandlerStack.text(stack)));
        });
        return running;
    }

    /** Skips handlers carried by loops, which were listed before. */
    private static boolean isHandling(StackTraceElement[] stack) {
        return Arrays.stream(stack).anyMatch(HandlerStack::callsHandlers)
                && Arrays.stream(stack).noneMatch(frame -> frame.getClassName().equals(Workers.class.getName()));
    }

    static String nameOf(@Nullable Request request) {
        if (request == null) return "a handler";
        return request.route().isEmpty() ? request.toString() : request.route();
    }

    static String placeOf(Thread thread) {
        return HandlerStack.text(thread.getStackTrace());
    }
}
