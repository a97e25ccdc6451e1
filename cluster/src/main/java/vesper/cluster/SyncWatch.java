package vesper.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;

/**
 * Whether the servers have on their disks what they acknowledge. By default they sync every two minutes, so that a power
 * cut could take what was acknowledged; each is asked for its settings, at the start and now and then.
 */
final class SyncWatch implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SyncWatch.class);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(2);
    /** A server that does not answer for so long may have been started otherwise. */
    private static final Duration BELIEVED = Duration.ofMinutes(10);

    private static final String HOW =
            "Set jetstream { sync_interval: always } in its configuration, or cluster.sync=relaxed"
                    + " here if losing the last two minutes of writes in a power cut is accepted";

    /** Of {@code /varz}. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Server(@JsonProperty("server_name") String name) {}

    /** Of {@code /jsz}. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record JetStreamOfServer(
            Config config,
            @Nullable @JsonProperty("meta_cluster") MetaCluster cluster) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Config(@JsonProperty("sync_always") boolean syncsAlways) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record MetaCluster(@Nullable String leader, @Nullable List<Replica> replicas) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Replica(String name) {}

    private final ClusterSettings settings;
    private final HttpClient http;
    private final Codec codec = new Codec(false);
    private final Rounds rounds = new Rounds("cluster-sync", PAUSE, this::look);
    /** What was found at last; null where nothing is wrong. */
    private volatile @Nullable String wrong;

    private volatile boolean isKnown;
    private volatile long knownAtNanos;

    SyncWatch(ClusterSettings settings) {
        this.settings = settings;
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(ANSWER);
        settings.access().tls().ifPresent(client::sslContext);
        this.http = client.build();
    }

    void start() {
        if (settings.isRelaxed()) return;
        look();
        rounds.start();
    }

    /** Why replicated collections cannot be here at all; empty where they can, or it is not known yet. */
    Optional<String> refusal() {
        if (settings.isRelaxed()) return Optional.empty();
        if (settings.monitoring().isEmpty()) {
            return Optional.of(
                    "whether the servers of NATS sync what they acknowledge is not known: name where each tells"
                            + " of itself, cluster.monitoring=http://host:8222,…, or set cluster.sync=relaxed if losing the last"
                            + " two minutes of writes in a power cut is accepted");
        }
        return Optional.ofNullable(wrong);
    }

    /** Why nothing can be stored now. */
    Optional<String> whyUnsafe() {
        if (settings.isRelaxed()) return Optional.empty();
        Optional<String> refusal = refusal();
        if (refusal.isPresent()) return refusal;
        boolean isBelieved = isKnown && System.nanoTime() - knownAtNanos < BELIEVED.toNanos();
        return isBelieved
                ? Optional.empty()
                : Optional.of("no server of NATS has said yet whether it syncs what it acknowledges");
    }

    private void look() {
        Set<String> members = new TreeSet<>();
        Set<String> asked = new TreeSet<>();
        List<String> unsafe = new ArrayList<>();
        List<URI> silent = new ArrayList<>();
        for (URI monitoring : settings.monitoring()) {
            try {
                String name = get(monitoring, "/varz", Server.class).name();
                JetStreamOfServer found = get(monitoring, "/jsz", JetStreamOfServer.class);
                asked.add(name);
                if (!found.config().syncsAlways()) unsafe.add(name);
                addMembers(found, members);
            } catch (IOException failure) {
                LOG.debug("{} does not answer", monitoring, failure);
                silent.add(monitoring);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        judge(members, asked, unsafe, silent);
    }

    private static void addMembers(JetStreamOfServer found, Set<String> members) {
        MetaCluster cluster = found.cluster();
        if (cluster == null) return;
        if (cluster.leader() != null) members.add(cluster.leader());
        if (cluster.replicas() != null) cluster.replicas().forEach(each -> members.add(each.name()));
    }

    /** Servers that are down are not asked; when they are up again they are, before long. */
    private void judge(Set<String> members, Set<String> asked, List<String> unsafe, List<URI> silent) {
        members.removeAll(asked);
        if (!unsafe.isEmpty()) {
            say("server " + String.join(", ", unsafe) + " of NATS acknowledges what is not on its disk yet. " + HOW);
        } else if (members.size() > silent.size()) {
            say("servers " + String.join(", ", members)
                    + " of NATS are in the cluster, and cluster.monitoring does not name"
                    + " where they tell of themselves");
        } else if (!asked.isEmpty()) {
            wrong = null;
            isKnown = true;
            knownAtNanos = System.nanoTime();
        }
    }

    private void say(String what) {
        if (!what.equals(wrong)) LOG.error("replicated documents cannot be stored: {}", what);
        wrong = what;
    }

    private <T> T get(URI monitoring, String path, Class<T> type) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(monitoring.resolve(path)).timeout(ANSWER).build();
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() == 200
                && codec.read(MediaFormat.JSON, answer.body(), type) instanceof Decoded.Value<Object>(var value)
                && value != null) return type.cast(value);
        throw new IOException(request.uri() + " answers " + answer.statusCode() + ", which is not what was asked for");
    }

    @Override
    public void close() {
        if (!settings.isRelaxed()) rounds.close();
        http.close();
    }
}
