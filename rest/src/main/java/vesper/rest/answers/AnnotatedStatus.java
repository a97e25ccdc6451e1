package vesper.rest.answers;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Reads the status from {@code @ResponseStatus}, which has two attributes for it ({@code code} and {@code value}). */
public final class AnnotatedStatus {
    private static final int MAX_CAUSES = 20;

    private AnnotatedStatus() {}

    /** Returns the annotation on the exception's class, on a superclass, or on the class of a cause. */
    static @Nullable ResponseStatus on(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
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
