package vesper.services.endpoints;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.documents.IdempotencyKey;
import vesper.http.Request;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemType;

/** Idempotency keys, by which clients repeat a request whose response was lost. */
final class IdempotencyKeys {
    static final String FIELD = "Idempotency-Key";

    private IdempotencyKeys() {}

    /**
     * Returns the key for the creation of a document. A repeated request is recognized by the document that the first
     * one created.
     */
    static Optional<IdempotencyKey> ofCreation(@Nullable String field) {
        return Optional.ofNullable(field).map(text -> checked(text, () -> new IdempotencyKey(text)));
    }

    /**
     * Returns the key for any other request. A repeated request is recognized by its target and body.
     *
     * @param about the document, and anything else that is not in the body
     */
    static Optional<IdempotencyKey> ofChange(@Nullable String field, Request request, List<String> about, byte[] body) {
        return Optional.ofNullable(field)
                .map(text -> checked(text, () -> IdempotencyKey.of(text, about(request, about), body)));
    }

    private static List<String> about(Request request, List<String> about) {
        List<String> all = new ArrayList<>(about);
        all.addFirst(request.method().name());
        return all;
    }

    private static IdempotencyKey checked(String text, Supplier<IdempotencyKey> parser) {
        // A client that used the key of a timer's firing would prevent it.
        if (text.startsWith(IdempotencyKey.OWN_PREFIX)) {
            throw unusable("starts with the reserved prefix " + IdempotencyKey.OWN_PREFIX);
        }
        try {
            return parser.get();
        } catch (IllegalArgumentException wrong) {
            throw unusable(String.valueOf(wrong.getMessage()));
        }
    }

    private static RuntimeException unusable(String why) {
        return ProblemType.BAD_REQUEST
                .because("The idempotency key cannot be used")
                .withErrors(List.of(new BadValue(FIELD, why)))
                .exception();
    }
}
