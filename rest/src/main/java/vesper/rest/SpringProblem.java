package vesper.rest;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

/** A problem out of Spring's exceptions, {@code ResponseStatusException} above all. */
final class SpringProblem {
    private SpringProblem() {}

    static Problem of(ErrorResponse error) {
        ProblemDetail body = error.getBody();
        int status = error.getStatusCode().value();
        URI type = body.getType();
        ProblemType kind = new ProblemType(
                type == null ? ProblemType.ABOUT_BLANK : type.toString(),
                Objects.requireNonNullElse(body.getTitle(), StatusTitle.of(status)),
                status);
        Map<String, String> headers = error.getHeaders().toSingleValueMap();
        return new Problem(kind, Objects.requireNonNullElse(body.getDetail(), ""), List.of(), headers);
    }
}
