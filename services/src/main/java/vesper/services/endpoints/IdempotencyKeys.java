package vesper.services.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.documents.IdempotencyKey;
import vesper.http.Caller;
import vesper.http.Request;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemType;

/** Idempotency keys, by which clients repeat a request whose response was lost. */
final class IdempotencyKeys {
    /** Starts the keys of authenticated callers. */
    private static final String OF_CALLER = "by:";

    static final String FIELD = "Idempotency-Key";

    private IdempotencyKeys() {}

    /**
     * Returns the key for the creation of a document. A repeated request is recognized by the document that the first
     * one created.
     */
    static Optional<IdempotencyKey> ofCreation(@Nullable String field, Request request) {
        return Optional.ofNullable(field)
                .map(text -> checked(text, () -> new IdempotencyKey(ofCaller(text, request.caller()))));
    }

    /**
     * Returns the key for any other request. A repeated request is recognized by its target and body.
     *
     * @param about the document, and anything else that is not in the body
     */
    static Optional<IdempotencyKey> ofChange(@Nullable String field, Request request, List<String> about, byte[] body) {
        return Optional.ofNullable(field)
                .map(text -> checked(
                        text, () -> IdempotencyKey.of(ofCaller(text, request.caller()), about(request, about), body)));
    }

    /**
     * Returns the key that a caller means: the keys of two callers never meet, or one could get the other's document.
     */
    private static String ofCaller(String text, Caller caller) {
        if (!caller.isAuthenticated()) return text;
        String who = caller.kind() + "\n" + caller.name() + "\n"
                + caller.tenant().orElse("") + "\n" + caller.key().orElse("") + "\n" + text;
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(who.getBytes(UTF_8));
            return OF_CALLER + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
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
        if (text.startsWith(OF_CALLER)) throw unusable("starts with the reserved prefix " + OF_CALLER);
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
