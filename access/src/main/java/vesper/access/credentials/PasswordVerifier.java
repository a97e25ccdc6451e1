package vesper.access.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import vesper.access.directory.Directory;
import vesper.access.directory.Names;
import vesper.access.directory.User;
import vesper.access.passwords.Attempts;
import vesper.access.passwords.PasswordChecks;
import vesper.access.passwords.PasswordHash;
import vesper.access.threads.BoundedThreads;
import vesper.http.Request;

/** Names and passwords of local users, in {@code Authorization: Basic} (RFC 7617) or given by other code. */
public final class PasswordVerifier implements Verifier {
    private static final String WRONG = "The user name or the password is wrong.";
    private static final String KIND = "Basic ";
    private static final Duration BUSY_WAIT = Duration.ofSeconds(1);

    private final Directory directory;
    private final PasswordChecks checks;
    private final Attempts attempts;

    public PasswordVerifier(Directory directory, PasswordChecks checks, InstantSource clock) {
        this.directory = directory;
        this.checks = checks;
        this.attempts = new Attempts(clock);
    }

    /** Basic credentials of a server without users are left to the code of packages. */
    @Override
    public Optional<String> credentials(Request request) {
        return directory.users().count() == 0 && directory.isLoaded()
                ? Optional.empty()
                : AuthorizationField.ofScheme(AuthorizationField.BASIC, request).map(pair -> KIND + pair);
    }

    @Override
    public Verification verify(String credentials, Request request) throws InterruptedException {
        Optional<BasicPair> pair = BasicPair.decoded(credentials.substring(KIND.length()));
        if (pair.isEmpty()) return new Verification.Wrong("The credentials are not of the form that Basic needs.");
        return verify(pair.get().name(), pair.get().password(), request);
    }

    /** Checks a name and a password. Takes the same time whether or not the user exists. */
    public Verification verify(String name, String password, Request request) throws InterruptedException {
        if (!directory.isLoaded()) return Verification.NOT_LOADED;
        String folded = Names.folded(name);
        String address = addressOf(request);
        Optional<Duration> wait = attempts.wait(folded, address);
        if (wait.isPresent()) {
            return new Verification.Later(429, "Too many failed attempts to sign in.", wait.get());
        }
        Optional<User> user = directory.user(name).filter(known -> known.enabled());
        String hash = user.map(User::passwordHash).orElse("");
        try {
            boolean isTooLong = password.getBytes(UTF_8).length > PasswordHash.LONGEST_PASSWORD;
            if (!isTooLong && checks.matches(password, hash)) {
                attempts.succeeded(folded);
                return new Verification.Proven(new Proof.OfPassword(folded, hash));
            }
        } catch (BoundedThreads.BusyException _) {
            return new Verification.Later(503, "Too many passwords are being checked.", BUSY_WAIT);
        }
        attempts.failed(folded, address);
        return new Verification.Wrong(WRONG);
    }

    private static String addressOf(Request request) {
        InetAddress address = request.remoteAddress().getAddress();
        return address == null ? "" : address.getHostAddress();
    }
}
