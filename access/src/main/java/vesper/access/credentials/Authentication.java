package vesper.access.credentials;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import vesper.access.directory.Directory;
import vesper.access.directory.KeyUses;
import vesper.http.Caller;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Headers;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.Problem;
import vesper.rest.ProblemType;
import vesper.rest.access.AccessProblems;
import vesper.rest.routing.Router;

/**
 * The filter that finds out who calls. It sets {@link Request#caller}, and rejects wrong credentials with 401. A
 * request without credentials, or with some that no verifier knows, passes as it is.
 *
 * <p>Credentials that were verified are remembered for {@link #REMEMBERED} by a digest, so that an expensive check is
 * done once. A change of the directory takes effect at once nevertheless: the caller is looked up again then.
 */
public final class Authentication implements Filter {
    private static final Duration REMEMBERED = Duration.ofMinutes(10);
    private static final int MOST_REMEMBERED = 20_000;

    /** @param changes of the directory when the caller was looked up */
    private record Remembered(Proof proof, Caller caller, long changes, Instant until) {}

    private final Directory directory;
    private final List<Verifier> verifiers;
    private final KeyUses keyUses;
    private final Router router;
    private final InstantSource clock;
    private final CredentialDigest digests;
    private final Cache<CredentialDigest.Value, Remembered> remembered =
            Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();
    private final LongAdder refusals = new LongAdder();

    /**
     * @param keyUses receives each use of an API key
     * @param verifiers in the order in which they look at a request; the first that knows the credentials decides
     * @param router writes the responses to wrong credentials
     */
    public Authentication(
            Directory directory,
            List<Verifier> verifiers,
            KeyUses keyUses,
            Router router,
            InstantSource clock,
            SecureRandom random) {
        this.directory = directory;
        this.verifiers = List.copyOf(verifiers);
        this.keyUses = keyUses;
        this.router = router;
        this.clock = clock;
        this.digests = new CredentialDigest(random);
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        return hasCredentials(request.headers()) ? authenticated(request, next) : next.handle(request);
    }

    /** Most requests have none of these fields, and cost three lookups. */
    private static boolean hasCredentials(Headers headers) {
        return headers.contains("Authorization") || headers.contains("X-Api-Key") || headers.contains("Cookie");
    }

    private Response authenticated(Request request, Handler next) throws Exception {
        for (Verifier verifier : verifiers) {
            Optional<String> credentials = verifier.credentials(request);
            if (credentials.isEmpty()) continue;
            Optional<Problem> refusal = authenticate(verifier, credentials.get(), request);
            if (refusal.isPresent()) {
                refusals.increment();
                return router.respond(refusal.get(), request);
            }
            if (request.caller().isAuthenticated()) {
                request.caller().key().ifPresent(keyUses::used);
                break;
            }
        }
        return next.handle(request);
    }

    /** Returns the number of requests with wrong credentials. */
    public long refusals() {
        return refusals.sum();
    }

    private Optional<Problem> authenticate(Verifier verifier, String credentials, Request request)
            throws InterruptedException {
        CredentialDigest.Value digest = digests.of(credentials);
        long changes = directory.changes();
        Instant now = clock.instant();
        Remembered known = verifier.isRemembered() ? remembered.getIfPresent(digest) : null;
        if (known != null && now.isBefore(known.until())) {
            if (known.changes() == changes) {
                request.caller(known.caller());
                return Optional.empty();
            }
            Optional<Caller> still = known.proof().caller(directory, now);
            if (still.isPresent()) {
                remembered.put(digest, new Remembered(known.proof(), still.get(), changes, known.until()));
                request.caller(still.get());
                return Optional.empty();
            }
            remembered.invalidate(digest);
        }
        return switch (verifier.verify(credentials, request)) {
            case Verification.Proven(var proof) -> {
                Optional<Caller> caller = proof.caller(directory, now);
                if (caller.isEmpty()) yield Optional.of(wrong(request, "The credentials are not valid."));
                Instant forgotten = now.plus(REMEMBERED);
                Instant until = proof.expires().isBefore(forgotten) ? proof.expires() : forgotten;
                if (verifier.isRemembered()) {
                    remembered.put(digest, new Remembered(proof, caller.get(), changes, until));
                }
                request.caller(caller.get());
                yield Optional.empty();
            }
            case Verification.Wrong(var detail) -> Optional.of(wrong(request, detail));
            case Verification.Unknown() -> Optional.empty();
            case Verification.Later(int status, var detail, var wait) ->
                Optional.of(ProblemType.ofStatus(status)
                        .because(detail + " Try again later.")
                        .header("Retry-After", Long.toString(Math.max(1, (wait.toMillis() + 999) / 1000))));
        };
    }

    private static Problem wrong(Request request, String detail) {
        return AccessProblems.unauthorized(request, detail);
    }
}
