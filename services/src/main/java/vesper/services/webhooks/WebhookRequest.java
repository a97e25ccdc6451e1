package vesper.services.webhooks;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import vesper.documents.Action;
import vesper.documents.queries.Query;
import vesper.documents.queries.QueryException;
import vesper.rest.Problem.BadValue;

/**
 * What a client says of a webhook.
 *
 * @param url who is told, {@code http} or {@code https}
 * @param secret {@code whsec_} and 24 to 64 bytes in Base64; made where none is given
 * @param q what a state has to match; any where none is given
 * @param actions what has to have happened, {@code CREATED} for example; anything where none is given
 * @param enabled true where nothing is said
 * @param after tells of what follows on this sequence; where nothing is said, of what happens from now on
 */
public record WebhookRequest(
        @Nullable String url,
        @Nullable String secret,
        @Nullable String q,
        @Nullable List<Action> actions,
        @Nullable Boolean enabled,
        @Nullable Long after) {
    private static final int MOST_URL_CHARACTERS = 2000;
    private static final int MOST_PORT = 65_535;

    /** All that is wrong with it. */
    List<BadValue> problems(long nowMillis) {
        List<BadValue> bad = new ArrayList<>();
        String wrongUrl = wrongUrl();
        if (wrongUrl != null) bad.add(new BadValue("#/url", wrongUrl));
        if (secret != null && !Signature.isSecret(secret)) {
            bad.add(new BadValue("#/secret", "expected whsec_ and 24 to 64 bytes in Base64"));
        }
        if (after != null && after < 0) bad.add(new BadValue("#/after", "expected a sequence, from 0 on"));
        if (q != null && !q.isBlank()) {
            try {
                Query.parse(q, nowMillis).match();
            } catch (QueryException wrong) {
                bad.add(new BadValue("#/q", String.valueOf(wrong.getMessage())));
            }
        }
        return bad;
    }

    private @Nullable String wrongUrl() {
        if (url == null) return "is missing";
        if (url.length() > MOST_URL_CHARACTERS) return "has more than " + MOST_URL_CHARACTERS + " characters";
        try {
            URI uri = new URI(url);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (!scheme.equals("http") && !scheme.equals("https")) return "expected http:// or https://";
            if (uri.getHost() == null) return "names no host";
            if (uri.getRawUserInfo() != null) return "has a user in it";
            if (uri.getPort() == 0 || uri.getPort() > MOST_PORT) return "has no port of 1 to " + MOST_PORT;
            return uri.getRawFragment() == null ? null : "has a fragment";
        } catch (URISyntaxException wrong) {
            return "is no URL: " + wrong.getReason();
        }
    }
}
