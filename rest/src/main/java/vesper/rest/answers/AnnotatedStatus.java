package vesper.rest.answers;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** The status that {@code @ResponseStatus} gives, which has two names for it. */
public final class AnnotatedStatus {
    private static final int MOST_CAUSES = 20;

    private AnnotatedStatus() {}

    /** What stands on an exception's class, on one that it extends, or on its cause's. */
    static @Nullable ResponseStatus on(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            for (Class<?> type = cause.getClass(); type != null; type = type.getSuperclass()) {
                ResponseStatus status = type.getAnnotation(ResponseStatus.class);
                if (status != null) return status;
            }
            cause = cause.getCause();
        }
        return null;
    }

    public static int of(ResponseStatus annotation) {
        HttpStatus code = annotation.code();
        return (code == HttpStatus.INTERNAL_SERVER_ERROR ? annotation.value() : code).value();
    }
}
