package vesper.rest.answers;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;
import vesper.rest.Problem;
import vesper.rest.ProblemType;

/** Converts Spring's exceptions to problems, {@code ResponseStatusException} above all. */
final class SpringProblems {
    private SpringProblems() {}

    static Problem of(ErrorResponse error) {
        Problem problem = of(error.getBody(), error.getStatusCode().value());
        for (Map.Entry<String, String> header :
                error.getHeaders().toSingleValueMap().entrySet()) {
            problem = problem.header(header.getKey(), header.getValue());
        }
        return problem;
    }

    /** Returns a problem with this status, which takes precedence over the status in {@code body}. */
    static Problem of(ProblemDetail body, int status) {
        URI type = body.getType();
        ProblemType kind = new ProblemType(
                type == null ? ProblemType.ABOUT_BLANK : type.toString(),
                Objects.requireNonNullElse(
                        body.getTitle(), ProblemType.ofStatus(status).title()),
                status);
        Map<String, Object> members = new LinkedHashMap<>();
        if (body.getInstance() != null)
            members.put("instance", body.getInstance().toString());
        if (body.getProperties() != null) members.putAll(body.getProperties());
        return new Problem(kind, Objects.requireNonNullElse(body.getDetail(), ""), List.of(), members, Map.of());
    }
}
