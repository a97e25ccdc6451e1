package vesper.services.webhooks;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.Action;
import vesper.documents.queries.Query;
import vesper.documents.queries.QueryException;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.names.Nearest;
import vesper.services.trees.Pointer;

/**
 * A client's request to create or change a webhook.
 *
 * @param url URL of the receiver, {@code http} or {@code https}
 * @param secret {@code whsec_} and 24 to 64 bytes in Base64; if absent, a changed webhook keeps its secret and a new
 *     one gets a generated one
 * @param q query that documents must match; all match if absent
 * @param actions actions to deliver, for example {@code CREATED}; all if absent
 * @param enabled true if absent
 * @param after sequence number after which the delivery starts; if absent, a changed webhook continues at its position
 *     and a new one starts with the next change
 */
public record WebhookRequest(
        @Nullable String url,
        @Nullable String secret,
        @Nullable String q,
        @Nullable List<Action> actions,
        @Nullable Boolean enabled,
        @Nullable Long after) {
    private static final int MAX_URL_CHARACTERS = 2000;
    private static final int MAX_PORT = 65_535;
    /** Maximum number of unknown members that are reported, and maximum length of the name of each. */
    private static final int MAX_UNKNOWN = 10;

    private static final int MAX_NAME_CHARACTERS = 64;
    private static final List<String> KNOWN = List.of("url", "secret", "q", "actions", "enabled", "after");

    /**
     * Reads a request. Unknown members are rejected: with a misspelled name, the client would get more or fewer
     * deliveries than it wants.
     *
     * @throws vesper.rest.ProblemException naming each bad place
     */
    public static WebhookRequest read(JsonNode sent, Codec codec) {
        List<BadValue> bad = new ArrayList<>();
        if (!sent.isObject())
            bad.add(new BadValue("#", "expected an object like {\"url\":\"https://example.org/changes\"}"));
        sent.propertyNames().stream()
                .filter(name -> !KNOWN.contains(name))
                .limit(MAX_UNKNOWN)
                .forEach(name -> bad.add(unknown(name)));
        JsonNode actions = sent.path("actions");
        for (int i = 0; i < actions.size(); i++) {
            if (actions.path(i).isNull()) bad.add(new BadValue("#/actions/" + i, "is null"));
        }
        switch (codec.read(MediaFormat.JSON, codec.write(MediaFormat.JSON, sent), WebhookRequest.class)) {
            case DecodeResult.Value<Object>(var value) -> {
                if (bad.isEmpty() && value instanceof WebhookRequest request) return request;
            }
            case DecodeResult.Mismatch<Object>(List<BadField> fields) ->
                fields.forEach(field -> bad.add(new BadValue("#" + field.pointer(), field.detail())));
            case DecodeResult<Object> other ->
                throw new IllegalStateException("a tree must be JSON, but was read as " + other);
        }
        throw invalid(bad);
    }

    private static BadValue unknown(String name) {
        String start = name.length() > MAX_NAME_CHARACTERS ? name.substring(0, MAX_NAME_CHARACTERS) : name;
        String guess = Nearest.to(start, KNOWN)
                .map(near -> ", did you mean " + near + "?")
                .orElse("; known members: " + String.join(", ", KNOWN));
        return new BadValue("#/" + Pointer.escaped(start), "is not known" + guess);
    }

    static ProblemException invalid(List<BadValue> bad) {
        return ProblemType.BAD_REQUEST
                .because("The webhook is not valid")
                .withErrors(bad)
                .exception();
    }

    /**
     * Returns everything that is wrong with the request.
     *
     * @param sequence sequence number of the newest change in the collection
     */
    List<BadValue> problems(long sequence, long nowMillis) {
        List<BadValue> bad = new ArrayList<>();
        urlProblem().ifPresent(problem -> bad.add(new BadValue("#/url", problem)));
        if (secret != null && !Signature.isSecret(secret)) {
            bad.add(new BadValue("#/secret", "expected whsec_ and 24 to 64 bytes in Base64"));
        }
        if (after != null && (after < 0 || after > sequence)) {
            bad.add(new BadValue(
                    "#/after", "expected a sequence from 0 to " + sequence + ", that of the newest change"));
        }
        if (q != null && !q.isBlank()) {
            try {
                Query.parse(q, nowMillis).match();
            } catch (QueryException wrong) {
                bad.add(new BadValue("#/q", String.valueOf(wrong.getMessage())));
            }
        }
        return bad;
    }

    private Optional<String> urlProblem() {
        if (url == null) return Optional.of("is missing");
        if (url.length() > MAX_URL_CHARACTERS) {
            return Optional.of("has more than " + MAX_URL_CHARACTERS + " characters");
        }
        try {
            return problem(new URI(url));
        } catch (URISyntaxException wrong) {
            return Optional.of("is not a URL: " + wrong.getReason());
        }
    }

    private static Optional<String> problem(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) return Optional.of("expected http:// or https://");
        if (uri.getHost() == null) return Optional.of("names no host");
        if (uri.getRawUserInfo() != null) return Optional.of("must not contain user information");
        if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
            return Optional.of("must have a port from 1 to " + MAX_PORT);
        }
        return uri.getRawFragment() == null ? Optional.empty() : Optional.of("has a fragment");
    }
}
