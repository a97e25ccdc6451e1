package vesper.launcher.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import vesper.access.Access;
import vesper.access.AccessDefault;
import vesper.access.AccessSettings;
import vesper.access.credentials.Proof;
import vesper.access.credentials.Verification;
import vesper.access.credentials.Verifier;
import vesper.access.directory.DirectoryStore;
import vesper.access.oidc.IssuerSettings;
import vesper.access.tokens.TokenSettings;
import vesper.documents.CollectionPolicy;
import vesper.documents.Documents;
import vesper.documents.StorageException;
import vesper.http.Request;
import vesper.launcher.admin.AdminAccess;
import vesper.launcher.settings.DefaultAccess;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.OidcSetting;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.records.rules.DamagedRulesException;
import vesper.rest.routing.Router;
import vesper.services.collections.OpenCollections;

/** Opens users, keys, tokens and rules with the settings. */
final class AccessChoices {
    private AccessChoices() {}

    static Access open(
            Settings settings,
            Folders folders,
            OpenCollections collections,
            boolean isCluster,
            AdminAccess operators,
            Router router,
            Clock clock)
            throws CannotStartException, WrongSettingException {
        Path folder = folders.data();
        var store = new Store(collections, DocumentChoices.folder(folder), isCluster);
        var access = new AccessSettings(
                defaultOf(settings),
                new TokenSettings(
                        settings.get(Keys.ACCESS_ISSUER),
                        settings.get(Keys.ACCESS_TOKEN_TIME),
                        settings.get(Keys.ACCESS_REFRESH_TIME)),
                issuers(settings));
        try {
            Access opened = new Access(
                    folder,
                    store,
                    access,
                    List.of(new TokenOfOperators(operators), operators.sessions()),
                    operators::allows,
                    router,
                    clock,
                    new SecureRandom());
            operators.recognize(opened.directory()::hasOperators);
            router.setGate(opened.gate());
            return opened;
        } catch (DamagedRulesException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new CannotStartException("the access rules cannot be read: " + e.getMessage());
        }
    }

    /**
     * Loads users and keys. Without a cluster the documents are on this machine. The servers of a cluster may not
     * answer for a while.
     */
    static void load(Access opened, boolean isCluster) throws CannotStartException {
        if (isCluster) {
            opened.directory().openInBackground();
            return;
        }
        try {
            opened.directory().open();
        } catch (IOException | StorageException e) {
            throw new CannotStartException("users and keys cannot be read: " + e.getMessage());
        }
    }

    private static List<IssuerSettings> issuers(Settings settings) throws WrongSettingException {
        Map<String, Map<String, String>> byName = new TreeMap<>();
        for (RawSetting raw : settings.oidc()) {
            byName.computeIfAbsent(OidcSetting.nameOf(raw), _ -> new TreeMap<>())
                    .put(OidcSetting.keyOf(raw), raw.text());
        }
        List<IssuerSettings> issuers = new ArrayList<>();
        for (Map.Entry<String, Map<String, String>> each : byName.entrySet()) {
            issuers.add(issuer(settings, each.getKey(), each.getValue()));
        }
        return issuers;
    }

    private static IssuerSettings issuer(Settings settings, String name, Map<String, String> values)
            throws WrongSettingException {
        String prefix = "access.oidc." + name + ".";
        for (String needed : List.of(OidcSetting.ISSUER, OidcSetting.AUDIENCE)) {
            if (!values.containsKey(needed)) throw settings.wrong(prefix + needed, "is missing");
        }
        try {
            return new IssuerSettings(
                    name,
                    URI.create(values.getOrDefault(OidcSetting.ISSUER, "")),
                    values.getOrDefault(OidcSetting.AUDIENCE, ""),
                    values.getOrDefault(OidcSetting.NAME_CLAIM, "sub"),
                    Optional.ofNullable(values.get(OidcSetting.GROUPS_CLAIM)),
                    Optional.ofNullable(values.get(OidcSetting.TENANT_CLAIM)),
                    Optional.ofNullable(values.get(OidcSetting.OPERATORS)));
        } catch (IllegalArgumentException wrong) {
            throw settings.wrong(prefix + OidcSetting.ISSUER, "cannot be used: " + wrong.getMessage());
        }
    }

    static AccessDefault defaultOf(Settings settings) {
        return switch (settings.get(Keys.ACCESS_DEFAULT)) {
            case OPEN -> AccessDefault.OPEN;
            case DENY -> AccessDefault.DENY;
            case AUTOMATIC -> isLoopback(settings.get(Keys.HOST)) ? AccessDefault.OPEN : AccessDefault.DENY;
        };
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /**
     * Returns a line for the log of a server that strangers can reach and that admits none of them; empty if rules or
     * settings say who may call.
     */
    static Optional<String> warning(Settings settings, Access access) {
        boolean isChosen = settings.get(Keys.ACCESS_DEFAULT) != DefaultAccess.AUTOMATIC;
        if (isChosen || access.gate().isOpen() || !access.gate().rules().isEmpty()) return Optional.empty();
        return Optional.of("services answer 401, since this server listens on " + settings.get(Keys.HOST)
                + " and has no access rules: vesper access add orders --path \"/api/orders/**\" --allow authenticated"
                + " admits callers with credentials, --set access.default=open admits everyone");
    }

    /** The documents of this server as a store of users and keys. */
    private record Store(OpenCollections collections, Path folder, boolean isCluster) implements DirectoryStore {
        @Override
        public Documents documents() throws IOException {
            return collections.documents();
        }

        @Override
        public boolean mayHaveMembers() {
            return isCluster || Files.isDirectory(folder);
        }

        @Override
        public CollectionPolicy policy() {
            return isCluster ? CollectionPolicy.REPLICATED : CollectionPolicy.DURABLE;
        }
    }

    /** The setting {@code admin.token} as credentials of an operator. */
    private record TokenOfOperators(AdminAccess operators) implements Verifier {
        @Override
        public Optional<String> credentials(Request request) {
            return operators.tokenOf(request);
        }

        @Override
        public Verification verify(String credentials, Request request) {
            return new Verification.Proven(new Proof.OfCaller(AdminAccess.TOKEN_CALLER, Instant.MAX));
        }
    }
}
