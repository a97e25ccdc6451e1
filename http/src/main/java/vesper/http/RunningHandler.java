package vesper.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handler that runs at this moment, for whoever wants to know what holds a server up. One that waits on a virtual
 * thread does not run and holds up nothing.
 *
 * @param name its route, {@code GET /orders/{id}}, where that is known; else the request or the thread
 * @param place lines of its stack, each begun by a line break
 */
public record RunningHandler(String name, String place) {
    /** Those on event loops, and those on platform threads anywhere in this process. May cost milliseconds. */
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

    /** Loops have been looked at before, and what they carry is not told twice. */
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
