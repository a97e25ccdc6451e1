package vesper.rest.controllers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private static final int MAX_CAUSES = 20;

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
        rejectDuplicates(own);
        rejectDuplicates(advice);
        return new ExceptionHandlers(List.copyOf(own), List.copyOf(advice));
    }

    private static void rejectDuplicates(List<ExceptionHandlerMethod> handlers) {
        List<ExceptionHandlerMethod> seen = new ArrayList<>();
        for (ExceptionHandlerMethod handler : handlers) {
            for (ExceptionHandlerMethod other : seen) {
                Optional<Class<? extends Throwable>> both = handler.sharedType(other);
                if (both.isPresent()) {
                    throw new IllegalArgumentException(both.get().getSimpleName() + " is handled by " + other.source()
                            + " and by " + handler.source());
                }
            }
            seen.add(handler);
        }
    }

    boolean isEmpty() {
        return own.isEmpty() && advice.isEmpty();
    }

    /** Returns the response to a failed call, or empty if no method handles the exception. */
    Optional<Response> handle(Throwable failure, Call call) throws Exception {
        ExceptionHandlerMethod handler = nearest(failure);
        return handler == null ? Optional.empty() : Optional.of(handler.handle(failure, call));
    }

    /** Returns the method for the exception, or else for the first of its causes that has one. Null without a match. */
    private @Nullable ExceptionHandlerMethod nearest(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            ExceptionHandlerMethod found = nearest(own, cause);
            if (found == null) found = nearest(advice, cause);
            if (found != null) return found;
            cause = cause.getCause();
        }
        return null;
    }

    private static @Nullable ExceptionHandlerMethod nearest(List<ExceptionHandlerMethod> handlers, Throwable failure) {
        ExceptionHandlerMethod nearest = null;
        int min = Integer.MAX_VALUE;
        for (ExceptionHandlerMethod handler : handlers) {
            int distance = handler.distanceTo(failure);
            if (distance < min) {
                nearest = handler;
                min = distance;
            }
        }
        return nearest;
    }
}
