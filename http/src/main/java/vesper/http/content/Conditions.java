package vesper.http.content;

import java.util.List;
import java.util.Optional;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Refusal;
import vesper.http.Request;
import vesper.http.Response;

/** Conditional requests, applied to responses that carry a validator. */
final class Conditions {
    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;
    private static final List<String> TAG_LISTS = List.of("If-Match", "If-None-Match");

    private Conditions() {}

    /**
     * Translates the entity tags of compressed content to those that the handler knows, before a request that changes
     * something. GET requests are left as they are; {@link #answer} evaluates their conditions.
     */
    static void translate(Request request) {
        for (String name : TAG_LISTS) {
            String value = request.headers().combinedOrNull(name);
            if (value == null || !value.contains("--")) continue;
            List<String> known = EntityTag.list(value).stream()
                    .map(tag -> tag.unmarked().toString())
                    .toList();
            if (!known.isEmpty()) request.headers(request.headers().with(name, String.join(", ", known)));
        }
    }

    /** Returns the response, or the one to send instead. */
    static Response answer(Request request, Response response) {
        boolean asks = request.method() == Method.GET || request.method() == Method.HEAD;
        if (!asks) return response;
        if (response.status() == NOT_MODIFIED) return tagged(response, request.headers());
        if (response.status() != OK) return response;
        return switch (Preconditions.of(request, Validators.of(response))) {
            case HELD -> response;
            case NOT_MODIFIED -> notModified(request, response);
            case FAILED -> failed(response);
        };
    }

    private static Response notModified(Request request, Response response) {
        DiscardedContent.discard(response);
        Response bare = response.copyAs(NOT_MODIFIED)
                .withoutHeader("Content-Type")
                .withoutHeader("Content-Encoding")
                .withoutHeader("Content-Language")
                .body(new byte[0]);
        return tagged(bare, request.headers());
    }

    private static Response failed(Response response) {
        DiscardedContent.discard(response);
        Response refusal = new Refusal(412, "a condition of the request does not hold for what is there now").answer();
        response.header("ETag").ifPresent(tag -> refusal.header("ETag", tag));
        return refusal;
    }

    /** A client that has the compressed content gets the tag of that content. */
    private static Response tagged(Response response, Headers headers) {
        String asked = headers.combinedOrNull("If-None-Match");
        Optional<EntityTag> plain = response.header("ETag").flatMap(EntityTag::parse);
        if (asked == null || plain.isEmpty() || plain.get().weak()) return response;
        return EntityTag.list(asked).stream()
                .filter(tag -> !tag.equals(plain.get()) && tag.unmarked().equals(plain.get()))
                .findFirst()
                .map(tag -> response.copy().replaceHeader("ETag", tag.toString()))
                .orElse(response);
    }
}
