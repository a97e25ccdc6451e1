package vesper.rest.controllers;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.Response;
import vesper.rest.binding.Call;

/**
 * The {@code @ExceptionHandler} methods for one controller: its own, then those of its package's advice. In each group
 * the nearest type takes precedence: the exception's own class before its superclass. If no method handles an
 * exception, its cause is tried.
 */
final class ExceptionHandlers {
    static final ExceptionHandlers NONE = new ExceptionHandlers(List.of(), List.of());

    private static final int MOST_CAUSES = 20;

    private final List<ExceptionHandlerMethod> own;
    private final List<ExceptionHandlerMethod> advice;

    private ExceptionHandlers(List<ExceptionHandlerMethod> own, List<ExceptionHandlerMethod> advice) {
        this.own = own;
        this.advice = advice;
    }

    /**
     * Combines both groups.
     *
     * @throws IllegalArgumentException if two methods of a group handle the same type; the message names both
     */
    static ExceptionHandlers of(List<ExceptionHandlerMethod> own, List<ExceptionHandlerMethod> advice) {
        if (own.isEmpty() && advice.isEmpty()) return NONE;
        refuseTwins(own);
        refuseTwins(advice);
        return new ExceptionHandlers(List.copyOf(own), List.copyOf(advice));
    }

    private static void refuseTwins(List<ExceptionHandlerMethod> handlers) {
        List<ExceptionHandlerMethod> seen = new ArrayList<>();
        for (ExceptionHandlerMethod handler : handlers) {
            for (ExceptionHandlerMethod other : seen) {
                Class<?> both = handler.sharedType(other);
                if (both != null) {
                    throw new IllegalArgumentException(
                            both.getSimpleName() + " is handled by " + other.source() + " and by " + handler.source());
                }
            }
            seen.add(handler);
        }
    }

    boolean isNone() {
        return own.isEmpty() && advice.isEmpty();
    }

    /** Returns the response to a failed call, or null if no method handles the exception. */
    @Nullable
    Response answer(Throwable failure, Call call) throws Exception {
        ExceptionHandlerMethod handler = nearest(failure);
        return handler == null ? null : handler.answer(failure, call);
    }

    /** Returns the method for the exception, or else for the first of its causes that has one. Null without a match. */
    private @Nullable ExceptionHandlerMethod nearest(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            ExceptionHandlerMethod found = nearest(own, cause);
            if (found == null) found = nearest(advice, cause);
            if (found != null) return found;
            cause = cause.getCause();
        }
        return null;
    }

    private static @Nullable ExceptionHandlerMethod nearest(List<ExceptionHandlerMethod> handlers, Throwable failure) {
        ExceptionHandlerMethod nearest = null;
        int least = Integer.MAX_VALUE;
        for (ExceptionHandlerMethod handler : handlers) {
            int distance = handler.distanceTo(failure);
            if (distance < least) {
                nearest = handler;
                least = distance;
            }
        }
        return nearest;
    }
}
