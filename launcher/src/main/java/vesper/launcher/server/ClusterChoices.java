package vesper.launcher.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import vesper.access.Access;
import vesper.cluster.Cluster;
import vesper.cluster.ClusterAccess;
import vesper.cluster.ClusterSettings;
import vesper.launcher.settings.ClusterSync;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.ReplicatedStorage;
import vesper.launcher.settings.RulesScope;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.launcher.tls.TlsFiles;
import vesper.records.admin.Records;
import vesper.services.collections.OpenCollections;
import vesper.services.collections.ReplicationMode;

/** Creates the connection to the cluster from the settings. */
final class ClusterChoices {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private ClusterChoices() {}

    /** Joins the cluster, which need not be reachable yet; null if no cluster is configured. */
    static @Nullable Cluster join(Settings settings)
            throws CannotStartException, WrongSettingException, InterruptedException {
        if (settings.get(Keys.CLUSTER_URL).isEmpty()) return null;
        ClusterSettings cluster = cluster(settings);
        return opened(() -> Cluster.join(cluster));
    }

    /** Connects to the cluster and waits until it is reachable. */
    static Cluster connect(Settings settings) throws CannotStartException, WrongSettingException, InterruptedException {
        if (settings.get(Keys.CLUSTER_URL).isEmpty()) {
            throw new CannotStartException("no cluster is configured; pass --set cluster.url=nats://host:4222");
        }
        ClusterSettings cluster = cluster(settings);
        return opened(() -> Cluster.connect(cluster, LONGEST_WAIT));
    }

    private interface ClusterOpening {
        Cluster open() throws IOException, InterruptedException;
    }

    private static Cluster opened(ClusterOpening opening) throws CannotStartException, InterruptedException {
        try {
            return opening.open();
        } catch (IOException failure) {
            throw new CannotStartException("the cluster cannot be used: " + failure.getMessage());
        }
    }

    private static ClusterSettings cluster(Settings settings) throws WrongSettingException {
        int replicas = settings.get(Keys.CLUSTER_REPLICAS);
        if (replicas % 2 == 0) throw settings.wrong(Keys.CLUSTER_REPLICAS, "expected 1, 3 or 5");
        try {
            return new ClusterSettings(
                    uris(settings, Keys.CLUSTER_URL, List.of("nats", "tls")).stream()
                            .map(URI::toString)
                            .toList(),
                    settings.get(Keys.CLUSTER_NAME),
                    replicas,
                    access(settings),
                    uris(settings, Keys.CLUSTER_MONITORING, List.of("http", "https")),
                    settings.get(Keys.CLUSTER_SYNC) == ClusterSync.RELAXED);
        } catch (IllegalArgumentException wrong) {
            throw settings.wrong(Keys.CLUSTER_NAME, String.valueOf(wrong.getMessage()));
        }
    }

    private static ClusterAccess access(Settings settings) throws WrongSettingException {
        Optional<Path> credentials = settings.get(Keys.CLUSTER_CREDENTIALS);
        if (credentials.isPresent() && !Files.isReadable(credentials.get())) {
            throw settings.wrong(Keys.CLUSTER_CREDENTIALS, credentials.get() + " cannot be read");
        }
        String user = settings.get(Keys.CLUSTER_USER);
        String password = settings.get(Keys.CLUSTER_PASSWORD);
        if (user.isEmpty() != password.isEmpty()) {
            throw settings.wrong(Keys.CLUSTER_USER, "cluster.user and cluster.password go together");
        }
        Optional<ClusterAccess.Login> login =
                user.isEmpty() ? Optional.empty() : Optional.of(new ClusterAccess.Login(user, password));
        return new ClusterAccess(credentials, login, tls(settings));
    }

    private static Optional<SSLContext> tls(Settings settings) throws WrongSettingException {
        Optional<Path> certificate = settings.get(Keys.CLUSTER_CERTIFICATE);
        Optional<Path> key = settings.get(Keys.CLUSTER_KEY);
        if (certificate.isPresent() != key.isPresent()) {
            throw settings.wrong(Keys.CLUSTER_CERTIFICATE, "cluster.tls.certificate and cluster.tls.key go together");
        }
        var files = new TlsFiles(settings.get(Keys.CLUSTER_TRUST), certificate, key);
        if (files.isEmpty()) return Optional.empty();
        try {
            return Optional.of(files.context());
        } catch (TlsFiles.UnusableException unusable) {
            Setting<?> wrong = switch (unusable.role()) {
                case TRUSTED -> Keys.CLUSTER_TRUST;
                case CERTIFICATE -> Keys.CLUSTER_CERTIFICATE;
                case KEY -> Keys.CLUSTER_KEY;
            };
            throw settings.wrong(wrong, String.valueOf(unusable.getMessage()));
        }
    }

    private static List<URI> uris(Settings settings, Setting<List<String>> key, List<String> schemes)
            throws WrongSettingException {
        List<URI> uris = new ArrayList<>();
        for (String text : settings.get(key)) {
            try {
                URI uri = URI.create(text);
                if (uri.getUserInfo() != null) {
                    throw settings.wrong(
                            key,
                            "an address must not contain a password, because addresses are shown; use cluster.user");
                }
                if (uri.getHost() != null && schemes.contains(uri.getScheme())) {
                    uris.add(uri);
                    continue;
                }
            } catch (IllegalArgumentException _) {
                // Reported below.
            }
            throw settings.wrong(key, "expected " + String.join(":// or ", schemes) + "://host:port, not " + text);
        }
        return uris;
    }

    /** Shares the rules of all nodes; null if this server has its own. */
    static @Nullable ClusterRules rules(
            Settings settings, @Nullable Cluster cluster, OpenCollections collections, Records records, Access access) {
        boolean isShared = cluster != null && settings.get(Keys.CLUSTER_RULES) == RulesScope.CLUSTER;
        return isShared ? ClusterRules.share(collections, records, access) : null;
    }

    /** Returns how to store documents that are declared as replicated. */
    static ReplicationMode replicated(Settings settings, @Nullable Cluster cluster) {
        if (cluster != null) return ReplicationMode.inCluster(cluster);
        return settings.get(Keys.DOCUMENTS_REPLICATED) == ReplicatedStorage.LOCAL
                ? ReplicationMode.asDurable()
                : ReplicationMode.rejected();
    }
}
