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
final class OnceMore {
    static final String FIELD = "Idempotency-Key";

    private OnceMore() {}

    /**
     * Returns the key for the creation of a document. A repeated request is recognized by the document that the first
     * one created.
     */
    static Optional<IdempotencyKey> creation(@Nullable String said) {
        return Optional.ofNullable(said).map(text -> checked(text, () -> new IdempotencyKey(text)));
    }

    /**
     * Returns the key for any other request. A repeated request is recognized by its target and body.
     *
     * @param about the document, and anything else that is not in the body
     */
    static Optional<IdempotencyKey> change(@Nullable String said, Request request, List<String> about, byte[] body) {
        return Optional.ofNullable(said)
                .map(text -> checked(text, () -> IdempotencyKey.of(text, about(request, about), body)));
    }

    private static List<String> about(Request request, List<String> about) {
        List<String> all = new ArrayList<>(about);
        all.addFirst(request.method().name());
        return all;
    }

    private static IdempotencyKey checked(String text, Supplier<IdempotencyKey> making) {
        // A client that used the key of a timer's firing would prevent it.
        if (text.startsWith(IdempotencyKey.OWN_PREFIX)) {
            throw unusable("begins with " + IdempotencyKey.OWN_PREFIX + ", as only keys of the platform do");
        }
        try {
            return making.get();
        } catch (IllegalArgumentException wrong) {
            throw unusable(String.valueOf(wrong.getMessage()));
        }
    }

    private static RuntimeException unusable(String why) {
        return ProblemType.BAD_REQUEST
                .because("The idempotency key cannot be used")
                .at(List.of(new BadValue(FIELD, why)))
                .exception();
    }
}
