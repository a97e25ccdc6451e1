package vesper.access;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import vesper.access.credentials.Authentication;
import vesper.access.credentials.KeyVerifier;
import vesper.access.credentials.PasswordVerifier;
import vesper.access.credentials.Verifier;
import vesper.access.directory.Directory;
import vesper.access.directory.DirectoryStore;
import vesper.access.directory.KeyUses;
import vesper.access.oidc.OutsideTokens;
import vesper.access.passwords.PasswordChecks;
import vesper.access.rules.AccessGate;
import vesper.access.rules.AccessRule;
import vesper.access.rules.AccessRules;
import vesper.access.tokens.TokenIssuer;
import vesper.access.tokens.TokenVerifier;
import vesper.http.Request;
import vesper.records.rules.RuleBook;
import vesper.rest.routing.Router;

/** Users, keys, tokens and rules of a server: the parts of this module, put together. */
public final class Access implements Closeable {
    private static final String RULES = "access-rules.json";

    private final Directory directory;
    private final InstantSource clock;
    private final PasswordChecks passwords;
    private final PasswordVerifier signIn;
    private final TokenIssuer tokens;
    private final OutsideTokens outsideTokens;
    private final KeyUses keyUses;
    private final RuleBook<AccessRule> rules;
    private final AccessGate gate;
    private final Authentication authentication;

    /**
     * @param folder for the file of rules, which exists
     * @param own verifiers to ask before those of this module
     * @param operators requests that may do what operators may
     * @throws IOException if the rules cannot be read
     */
    public Access(
            Path folder,
            DirectoryStore store,
            AccessSettings settings,
            List<Verifier> own,
            Predicate<Request> operators,
            Router router,
            InstantSource clock,
            SecureRandom random)
            throws IOException {
        this.clock = clock;
        directory = new Directory(store, settings.tokens().refresh());
        passwords = new PasswordChecks(random);
        signIn = new PasswordVerifier(directory, passwords, clock);
        tokens = new TokenIssuer(directory, settings.tokens(), clock, random);
        keyUses = new KeyUses(directory, clock);
        rules = RuleBook.open(folder.resolve(RULES), AccessRule::parse);
        gate = new AccessGate(directory::isLoaded, operators, settings.byDefault() == AccessDefault.OPEN);
        rules.onChange(all -> gate.use(AccessRules.of(all)));
        List<Verifier> verifiers = new ArrayList<>(own);
        verifiers.add(new KeyVerifier(directory, clock));
        verifiers.add(new TokenVerifier(tokens, clock));
        outsideTokens = new OutsideTokens(settings.issuers());
        verifiers.add(outsideTokens);
        verifiers.add(signIn);
        authentication = new Authentication(directory, verifiers, keyUses, router, clock, random);
    }

    public Directory directory() {
        return directory;
    }

    public InstantSource clock() {
        return clock;
    }

    public PasswordChecks passwords() {
        return passwords;
    }

    /** Returns the check of names and passwords. */
    public PasswordVerifier signIn() {
        return signIn;
    }

    public TokenIssuer tokens() {
        return tokens;
    }

    public KeyUses keyUses() {
        return keyUses;
    }

    public RuleBook<AccessRule> rules() {
        return rules;
    }

    public AccessGate gate() {
        return gate;
    }

    /** Returns the filter that finds out who calls. */
    public Authentication authentication() {
        return authentication;
    }

    @Override
    public void close() {
        keyUses.close();
        directory.close();
        passwords.close();
        outsideTokens.close();
    }
}
