package vesper.rest;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** The status that {@code @ResponseStatus} gives, which has two names for it. */
final class AnnotatedStatus {
    private AnnotatedStatus() {}

    static int of(ResponseStatus annotation) {
        HttpStatus code = annotation.code();
        return (code == HttpStatus.INTERNAL_SERVER_ERROR ? annotation.value() : code).value();
    }
}
