package vesper.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.nats.client.api.ServerInfo;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.cluster.servers.ServerVersion;
import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;

/**
 * Checks that the servers sync messages to disk before they acknowledge them. By default NATS syncs every two minutes,
 * so a power cut could lose acknowledged writes. Asks each server of the cluster for its settings, at the start and
 * repeatedly after that.
 */
final class SyncWatch implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SyncWatch.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    /** Interval between checks while all is well. */
    private static final Duration CALM = Duration.ofSeconds(10);

    private static final Duration ANSWER = Duration.ofSeconds(2);
    /**
     * Time for which an answer remains valid. A server that does not repeat it may have restarted with other settings.
     */
    private static final Duration BELIEVED = Duration.ofMinutes(2);
    /** The leader of the servers may take this long to notice that another one is gone. */
    private static final Duration ACTIVE = Duration.ofSeconds(10);

    private static final String HOW =
            "Set jetstream { sync_interval: always } in its configuration, or cluster.sync=relaxed"
                    + " here if losing the last two minutes of writes in a power cut is accepted";

    /** Response of {@code /varz}. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Server(
            @JsonProperty("server_id") String id,
            @JsonProperty("server_name") String name,
            String version) {}

    /** Response of {@code /jsz}. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record JetStreamOfServer(
            Config config,
            @Nullable @JsonProperty("meta_cluster") MetaCluster cluster) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Config(@JsonProperty("sync_always") boolean syncsAlways) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record MetaCluster(@Nullable String leader, @Nullable List<Replica> replicas) {}

    /** @param activeNanos time since the leader last heard from the server; 0 if it never did */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Replica(
            String name,
            boolean current,
            boolean offline,
            @JsonProperty("active") long activeNanos) {
        boolean isOnline() {
            return !offline && (current || (activeNanos > 0 && activeNanos < ACTIVE.toNanos()));
        }
    }

    /**
     * Answer of a server about itself.
     *
     * @param id valid from the server's start to its end
     */
    private record Said(String id, boolean syncsAlways, String version, long atNanos) {}

    private final ClusterSettings settings;
    private final Supplier<Optional<ServerInfo>> connected;
    private final LongSupplier nanoTime;
    private final HttpClient http;
    private final Codec codec = new Codec(false);
    private final Rounds rounds = new Rounds("cluster-sync", PAUSE, this::look);

    /** Last answers, by the server's name. Guarded by this, like the fields below. */
    private final Map<String, Said> said = new TreeMap<>();

    private Set<String> online = Set.of();
    private String spokenTo = "";
    private long lookedAtNanos;

    /** A confirmed problem, which stands even if other servers have not answered; null if no problem was found. */
    private volatile @Nullable String wrong;
    /** Information that is still missing; null if all is known. */
    private volatile @Nullable String unknown = "no server of NATS has said yet whether it syncs what it acknowledges";

    /**
     * @param connected returns the server that this node is connected to
     * @param nanoTime as {@link System#nanoTime}
     */
    SyncWatch(ClusterSettings settings, Supplier<Optional<ServerInfo>> connected, LongSupplier nanoTime) {
        this.settings = settings;
        this.connected = connected;
        this.nanoTime = nanoTime;
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(ANSWER);
        settings.access().tls().ifPresent(client::sslContext);
        this.http = client.build();
    }

    void start() {
        // Without a connection, the first check would only delay the start.
        if (connected.get().isPresent()) look();
        rounds.start();
    }

    /**
     * Returns the reason why replicated collections cannot be opened at all; empty if they can, or it is not known yet.
     */
    Optional<String> refusal() {
        return Optional.ofNullable(wrong);
    }

    /** Returns the reason why no write can be accepted now. */
    Optional<String> whyUnsafe() {
        return refusal().or(() -> Optional.ofNullable(unknown));
    }

    synchronized void look() {
        Optional<ServerInfo> server = connected.get();
        String id = server.map(ServerInfo::getServerId).orElse("");
        long now = nanoTime.getAsLong();
        boolean isCalm = whyUnsafe().isEmpty() && id.equals(spokenTo);
        if (isCalm && now - lookedAtNanos < CALM.toNanos()) return;
        lookedAtNanos = now;
        spokenTo = id;
        if (settings.isRelaxed()) {
            server.ifPresent(it -> judgeVersions(Map.of(it.getServerName(), it.getVersion())));
            return;
        }
        List<URI> silent = new ArrayList<>();
        Set<String> leaders = new TreeSet<>();
        for (URI monitoring : settings.monitoring()) {
            try {
                ask(monitoring, leaders);
            } catch (IOException failure) {
                LOG.debug("{} does not answer", monitoring, failure);
                silent.add(monitoring);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        Set<String> needed = new TreeSet<>(online);
        needed.addAll(leaders);
        // A server that is gone may come back with other settings.
        said.values().removeIf(each -> now - each.atNanos() >= BELIEVED.toNanos());
        // A server of another cluster may have the same name.
        server.filter(it -> said.values().stream().noneMatch(each -> each.id().equals(it.getServerId())))
                .ifPresent(it -> {
                    said.remove(it.getServerName());
                    needed.add(it.getServerName());
                });
        judge(needed, silent);
    }

    /** @param leaders collects the names of the leaders that the servers report */
    private void ask(URI monitoring, Set<String> leaders) throws IOException, InterruptedException {
        Server server = get(monitoring, "/varz", Server.class);
        JetStreamOfServer found = get(monitoring, "/jsz", JetStreamOfServer.class);
        said.put(
                server.name(),
                new Said(server.id(), found.config().syncsAlways(), server.version(), nanoTime.getAsLong()));
        MetaCluster cluster = found.cluster();
        if (cluster == null) return;
        String leader = cluster.leader();
        if (leader != null && !leader.isEmpty()) leaders.add(leader);
        // Only the leader hears from all other servers.
        if (server.name().equals(leader) && cluster.replicas() != null) {
            online = cluster.replicas().stream()
                    .filter(Replica::isOnline)
                    .map(Replica::name)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    /** Judges the answers. Servers that are down are not asked; soon after they come back, they are. */
    private void judge(Set<String> needed, List<URI> silent) {
        List<String> unsafe = said.entrySet().stream()
                .filter(each -> !each.getValue().syncsAlways())
                .map(Map.Entry::getKey)
                .toList();
        if (!unsafe.isEmpty()) {
            say("server " + String.join(", ", unsafe) + " of NATS acknowledges what is not on its disk yet. " + HOW);
            return;
        }
        Map<String, String> versions = new TreeMap<>();
        said.forEach((name, answer) -> versions.put(name, answer.version()));
        if (!judgeVersions(versions)) return;
        needed.removeAll(said.keySet());
        if (needed.size() > silent.size()) {
            say("server " + String.join(", ", needed)
                    + " of NATS is in the cluster, and of those that were asked none is"
                    + " it. Name in cluster.monitoring where each tells of itself, or set cluster.sync=relaxed if losing"
                    + " the last two minutes of writes in a power cut is accepted");
        } else {
            wrong = null;
            boolean isEnough = needed.isEmpty() && !said.isEmpty();
            unknown = isEnough ? null : whatIsUnknown(needed, silent);
        }
    }

    private static String whatIsUnknown(Set<String> needed, List<URI> silent) {
        String who = needed.isEmpty() ? "no server" : "server " + String.join(", ", needed);
        return who + " of NATS " + (needed.isEmpty() ? "has said" : "serves and has not said")
                + " lately whether it syncs what it acknowledges. Nobody answers at "
                + silent.stream().map(URI::toString).collect(Collectors.joining(", "))
                + "; cluster.monitoring says where servers are asked, with http: 8222 in their configuration";
    }

    /** @return whether all servers are new enough */
    private boolean judgeVersions(Map<String, String> versions) {
        for (Map.Entry<String, String> each : versions.entrySet()) {
            boolean isNew = ServerVersion.in(each.getValue())
                    .filter(ServerVersion::isNewEnough)
                    .isPresent();
            if (isNew) continue;
            say("server " + each.getKey() + " of NATS is version " + each.getValue() + ", and " + ServerVersion.LEAST
                    + " or newer is needed");
            return false;
        }
        if (settings.isRelaxed()) {
            wrong = null;
            unknown = null;
        }
        return true;
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
        rounds.close();
        http.close();
    }
}
