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
import vesper.codec.DecodeResult;
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
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);
    /**
     * Time for which an answer remains valid. A server that does not repeat it may have restarted with other settings.
     */
    private static final Duration REPORT_TTL = Duration.ofMinutes(2);
    /** The leader of the servers may take this long to notice that another one is gone. */
    private static final Duration MAX_REPLICA_SILENCE = Duration.ofSeconds(10);

    private static final String ADVICE =
            "Set jetstream { sync_interval: always } in its configuration, or set cluster.sync=relaxed"
                    + " here to accept that a power cut may lose the last two minutes of writes";

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
            return !offline && (current || (activeNanos > 0 && activeNanos < MAX_REPLICA_SILENCE.toNanos()));
        }
    }

    /**
     * Answer of a server about itself.
     *
     * @param id valid from the server's start to its end
     */
    private record ServerReport(String id, boolean syncsAlways, String version, long atNanos) {}

    private final ClusterSettings settings;
    private final Supplier<Optional<ServerInfo>> connected;
    private final LongSupplier nanoTime;
    private final HttpClient http;
    private final Codec codec = new Codec(false);
    private final PeriodicTask task = new PeriodicTask("cluster-sync", PAUSE, this::check);

    /** Last answers, by the server's name. Guarded by this, like the fields below. */
    private final Map<String, ServerReport> reports = new TreeMap<>();

    private Set<String> online = Set.of();
    private String connectedServerId = "";
    private long checkedAtNanos;

    /** A confirmed problem, which stands even if other servers have not answered; null if no problem was found. */
    private volatile @Nullable String problem;
    /** Information that is still missing; null if all is known. */
    private volatile @Nullable String missingInformation =
            "no NATS server has reported yet whether it syncs messages before it acknowledges them";

    /**
     * @param connected returns the server that this node is connected to
     * @param nanoTime as {@link System#nanoTime}
     */
    SyncWatch(ClusterSettings settings, Supplier<Optional<ServerInfo>> connected, LongSupplier nanoTime) {
        this.settings = settings;
        this.connected = connected;
        this.nanoTime = nanoTime;
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(REQUEST_TIMEOUT);
        settings.access().tls().ifPresent(client::sslContext);
        this.http = client.build();
    }

    void start() {
        // Without a connection, the first check would only delay the start.
        if (connected.get().isPresent()) check();
        task.start();
    }

    /**
     * Returns the reason why replicated collections cannot be opened at all; empty if they can, or it is not known yet.
     */
    Optional<String> refusal() {
        return Optional.ofNullable(problem);
    }

    /** Returns the reason why no write can be accepted now. */
    Optional<String> writeRefusal() {
        return refusal().or(() -> Optional.ofNullable(missingInformation));
    }

    synchronized void check() {
        Optional<ServerInfo> server = connected.get();
        String id = server.map(ServerInfo::getServerId).orElse("");
        long now = nanoTime.getAsLong();
        boolean isCalm = writeRefusal().isEmpty() && id.equals(connectedServerId);
        if (isCalm && now - checkedAtNanos < CHECK_INTERVAL.toNanos()) return;
        checkedAtNanos = now;
        connectedServerId = id;
        if (settings.isRelaxed()) {
            server.ifPresent(it -> evaluateVersions(Map.of(it.getServerName(), it.getVersion())));
            return;
        }
        List<URI> unreachable = new ArrayList<>();
        Set<String> leaders = new TreeSet<>();
        for (URI monitoring : settings.monitoring()) {
            try {
                queryServer(monitoring, leaders);
            } catch (IOException failure) {
                LOG.debug("{} does not answer", monitoring, failure);
                unreachable.add(monitoring);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        Set<String> needed = new TreeSet<>(online);
        needed.addAll(leaders);
        // A server that is gone may come back with other settings.
        reports.values().removeIf(each -> now - each.atNanos() >= REPORT_TTL.toNanos());
        // A server of another cluster may have the same name.
        server.filter(it ->
                        reports.values().stream().noneMatch(each -> each.id().equals(it.getServerId())))
                .ifPresent(it -> {
                    reports.remove(it.getServerName());
                    needed.add(it.getServerName());
                });
        evaluate(needed, unreachable);
    }

    /** @param leaders collects the names of the leaders that the servers report */
    private void queryServer(URI monitoring, Set<String> leaders) throws IOException, InterruptedException {
        Server server = get(monitoring, "/varz", Server.class);
        JetStreamOfServer found = get(monitoring, "/jsz", JetStreamOfServer.class);
        reports.put(
                server.name(),
                new ServerReport(server.id(), found.config().syncsAlways(), server.version(), nanoTime.getAsLong()));
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
    private void evaluate(Set<String> needed, List<URI> unreachable) {
        List<String> unsafe = reports.entrySet().stream()
                .filter(each -> !each.getValue().syncsAlways())
                .map(Map.Entry::getKey)
                .toList();
        if (!unsafe.isEmpty()) {
            recordProblem("NATS server " + String.join(", ", unsafe)
                    + " acknowledges messages before they are on its disk. " + ADVICE);
            return;
        }
        Map<String, String> versions = new TreeMap<>();
        reports.forEach((name, answer) -> versions.put(name, answer.version()));
        if (!evaluateVersions(versions)) return;
        needed.removeAll(reports.keySet());
        if (needed.size() > unreachable.size()) {
            recordProblem("NATS server " + String.join(", ", needed)
                    + " is in the cluster, but none of the monitoring addresses is its own. List the monitoring address"
                    + " of every server in cluster.monitoring, or set cluster.sync=relaxed to accept that a power cut"
                    + " may lose the last two minutes of writes");
        } else {
            problem = null;
            boolean isEnough = needed.isEmpty() && !reports.isEmpty();
            missingInformation = isEnough ? null : describeMissing(needed, unreachable);
        }
    }

    private static String describeMissing(Set<String> needed, List<URI> unreachable) {
        String subject = needed.isEmpty()
                ? "no NATS server has reported"
                : "NATS server " + String.join(", ", needed) + " has not reported";
        return subject + " recently whether it syncs messages before it acknowledges them. No answer from "
                + unreachable.stream().map(URI::toString).collect(Collectors.joining(", "))
                + ". Set the monitoring addresses in cluster.monitoring, and http: 8222 in the servers' configuration";
    }

    /** @return whether all servers are new enough */
    private boolean evaluateVersions(Map<String, String> versions) {
        for (Map.Entry<String, String> each : versions.entrySet()) {
            boolean isNew = ServerVersion.findIn(each.getValue())
                    .filter(ServerVersion::isNewEnough)
                    .isPresent();
            if (isNew) continue;
            recordProblem("NATS server " + each.getKey() + " is version " + each.getValue() + "; "
                    + ServerVersion.MINIMUM + " or newer is required");
            return false;
        }
        if (settings.isRelaxed()) {
            problem = null;
            missingInformation = null;
        }
        return true;
    }

    private void recordProblem(String what) {
        if (!what.equals(problem)) LOG.error("replicated collections accept no writes: {}", what);
        problem = what;
    }

    private <T> T get(URI monitoring, String path, Class<T> type) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(monitoring.resolve(path))
                .timeout(REQUEST_TIMEOUT)
                .build();
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() == 200
                && codec.read(MediaFormat.JSON, answer.body(), type) instanceof DecodeResult.Value<Object>(var value)
                && value != null) return type.cast(value);
        throw new IOException("unexpected response with status " + answer.statusCode() + " from " + request.uri());
    }

    @Override
    public void close() {
        task.close();
        http.close();
    }
}
