package vesper.cluster;

import io.nats.client.ConsumeOptions;
import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.OrderedConsumerConfiguration;
import io.nats.client.api.PersistMode;
import io.nats.client.api.Replica;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import vesper.documents.CollectionPolicy;
import vesper.documents.SharedLog;
import vesper.documents.SharedLog.Newest;

/**
 * The stream of a collection. It keeps as many messages of a document as the collection keeps versions, without an age
 * limit: if a subject became empty, a stale writer could start it again. The stream's metadata holds a unique id, so a
 * stream that is created later under the same name is recognized as another one.
 */
final class LogStream {
    /** Metadata key of the stream's id. */
    private static final String ID = "vesper-log";

    /**
     * State of an existing stream.
     *
     * @param id unique id, which also survives a restore from a backup
     * @param lastSequence sequence of its newest message, whether that is still kept or not
     * @param age how long before the answer a majority last followed the server that gave it as the leader
     */
    record StreamState(String id, long lastSequence, Duration age) {
        /** Returns whether messages missing from the answer are lost. If not, a newer leader may have them. */
        boolean isAuthoritative() {
            return age.compareTo(SOONEST_ELECTION) < 0;
        }
    }

    /** Servers elect another leader after at least 4 s of silence; a leader hears from them every second. */
    private static final Duration SOONEST_ELECTION = Duration.ofSeconds(3);

    private static final Duration UNKNOWN_SILENCE = Duration.ofDays(365);
    /** A server that has not heard from a majority for longer is no longer the leader, or not yet. */
    private static final Duration MAX_LEADER_SILENCE = Duration.ofMinutes(1);

    private static final int MAX_PREFETCH = 2000;
    private static final long EXPIRES_MILLIS = 2000;

    /** Limit for one batch of direct requests, so that a caller does not wait long for the first message. */
    private static final Duration BATCH_TIMEOUT = Duration.ofMillis(100);

    private static final long MAX_BATCH_BYTES = 4 << 20;

    private final Cluster cluster;
    private final String name;
    private final StreamConfiguration required;

    LogStream(Cluster cluster, String name, String subjects, CollectionPolicy policy, int replicas) {
        this.cluster = cluster;
        this.name = name;
        this.required = StreamConfiguration.builder()
                .name(name)
                .subjects(subjects)
                .storageType(StorageType.File)
                .retentionPolicy(RetentionPolicy.Limits)
                .discardPolicy(DiscardPolicy.Old)
                .replicas(replicas)
                .maxMessagesPerSubject(policy.versions())
                .duplicateWindow(SharedLog.NAMES_KNOWN)
                .denyDelete(true)
                .denyPurge(true)
                .allowDirect(false)
                .build();
    }

    String name() {
        return name;
    }

    /** @throws LogTroubleException if the stream exists but is configured so that it may lose data */
    Optional<StreamState> find() throws IOException, JetStreamApiException, LogTroubleException {
        try {
            return Optional.of(verified(cluster.management().getStreamInfo(name)));
        } catch (JetStreamApiException failure) {
            if (ApiErrors.isNoSuchStream(failure)) return Optional.empty();
            throw failure;
        }
    }

    /** @throws LogTroubleException if the servers cannot create such a stream */
    StreamState create() throws IOException, JetStreamApiException, LogTroubleException {
        try {
            return verified(cluster.management()
                    .addStream(StreamConfiguration.builder(required)
                            .metadata(Map.of(ID, UUID.randomUUID().toString()))
                            .build()));
        } catch (JetStreamApiException failure) {
            if (ApiErrors.isConfigurationConflict(failure)) {
                // Another node has created it first.
                return find().orElseThrow(() -> new IOException("stream " + name + " was deleted again"));
            }
            if (!ApiErrors.isPermanent(failure)) throw failure;
            throw LogTroubleException.misconfigured(
                    "stream " + name + " cannot be created: " + failure.getErrorDescription());
        }
    }

    /** Sets the number of versions that the stream keeps to the current policy. */
    void updateVersionLimit() throws IOException, JetStreamApiException {
        StreamConfiguration actual = cluster.management().getStreamInfo(name).getConfiguration();
        if (actual.getMaxMsgsPerSubject() == required.getMaxMsgsPerSubject()) return;
        cluster.management()
                .updateStream(StreamConfiguration.builder(actual)
                        .maxMessagesPerSubject(required.getMaxMsgsPerSubject())
                        .build());
    }

    private StreamState verified(StreamInfo info) throws LogTroubleException {
        StreamConfiguration actual = info.getConfiguration();
        List<String> differences = differences(actual);
        if (!differences.isEmpty()) {
            throw LogTroubleException.misconfigured("NATS stream " + name + " has wrong settings: "
                    + String.join(", ", differences) + ". Correct them with \"nats stream edit " + name + "\"");
        }
        String id = id(info).orElseThrow(() -> LogTroubleException.misconfigured(
                "NATS stream " + name + " was not created by a Vesper node: its metadata has no " + ID));
        return new StreamState(id, info.getStreamState().getLastSequence(), majoritySilence(info.getClusterInfo()));
    }

    private static Optional<String> id(StreamInfo info) {
        Map<String, String> metadata = info.getConfiguration().getMetadata();
        return metadata == null ? Optional.empty() : Optional.ofNullable(metadata.get(ID));
    }

    /** Lists settings that would lose documents, or change them without the nodes' knowledge. */
    private List<String> differences(StreamConfiguration actual) {
        List<String> differences = new ArrayList<>();
        if (!actual.getSubjects().equals(required.getSubjects())) {
            differences.add("its subjects are " + actual.getSubjects() + " instead of " + required.getSubjects());
        }
        if (actual.getStorageType() != StorageType.File) differences.add("it is stored in memory");
        if (actual.getReplicas() < required.getReplicas()) {
            differences.add(
                    "it has " + actual.getReplicas() + " replicas, but cluster.replicas is " + required.getReplicas());
        }
        if (actual.getRetentionPolicy() != RetentionPolicy.Limits) differences.add("retention is not \"limits\"");
        Duration age = actual.getMaxAge();
        if (age != null && !age.isZero()) differences.add("max_age is " + age + " instead of 0");
        if (actual.getMaxMsgs() > 0) differences.add("max_msgs is " + actual.getMaxMsgs() + " instead of -1");
        if (actual.getMaxBytes() > 0) differences.add("max_bytes is " + actual.getMaxBytes() + " instead of -1");
        int maxBytes = actual.getMaximumMessageSize();
        if (maxBytes > 0) differences.add("max_msg_size is " + maxBytes + " instead of -1");
        if (actual.getDiscardPolicy() == DiscardPolicy.New) differences.add("discard is new instead of old");
        if (actual.getPersistMode() == PersistMode.Async) differences.add("persist_mode is async");
        Duration window = actual.getDuplicateWindow();
        if (window != null && window.compareTo(SharedLog.NAMES_KNOWN) < 0) {
            differences.add("duplicate_window is " + window + " instead of " + SharedLog.NAMES_KNOWN);
        }
        if (actual.getAllowDirect()) differences.add("allow_direct is on");
        if (actual.getNoAck()) differences.add("no_ack is on");
        if (!actual.getDenyDelete()) differences.add("deny_delete is off");
        if (!actual.getDenyPurge()) differences.add("deny_purge is off");
        if (actual.getSealed()) differences.add("it is sealed");
        boolean isFed = actual.getMirror() != null
                || (actual.getSources() != null && !actual.getSources().isEmpty());
        if (isFed || actual.getSubjectTransform() != null)
            differences.add("it has messages from another stream, or transformed ones");
        return differences;
    }

    /**
     * Returns the end of the stream as seen by its leader, or by a server that believes it leads. A server that was cut
     * off believes so for up to ten seconds.
     *
     * @param id that the stream must have
     */
    Newest newest(Optional<String> id) throws IOException, JetStreamApiException {
        StreamInfo info = cluster.management().getStreamInfo(name);
        if (id.isEmpty() || !id.equals(id(info)))
            throw new IOException("stream " + name + " has been replaced by another one");
        Duration silence = majoritySilence(info.getClusterInfo());
        if (silence.compareTo(MAX_LEADER_SILENCE) > 0) {
            throw new IOException("the leader of stream " + name + " has lost contact with a majority of its servers");
        }
        return new Newest(info.getStreamState().getLastSequence(), silence);
    }

    /**
     * Returns how long the leader has not heard from enough servers to form a majority with itself. Returns
     * {@link #UNKNOWN_SILENCE} if the server that answered knows of no leader: such a server answers too, however many
     * messages it lacks.
     */
    static Duration majoritySilence(@Nullable ClusterInfo servers) {
        if (servers == null) return Duration.ZERO;
        List<Replica> others = servers.getReplicas();
        if (others == null || others.isEmpty()) return Duration.ZERO;
        if (!isAnsweredByLeader(servers.getLeader(), others)) return UNKNOWN_SILENCE;
        List<Duration> silences =
                others.stream().map(LogStream::silence).sorted().toList();
        int needed = (others.size() + 1) / 2;
        return silences.get(needed - 1);
    }

    /**
     * Returns whether the server that answered leads. It lists itself among the others only if it knows of no leader.
     */
    private static boolean isAnsweredByLeader(@Nullable String leader, List<Replica> others) {
        return leader != null
                && !leader.isEmpty()
                && others.stream().map(Replica::getName).noneMatch(leader::equals);
    }

    private static Duration silence(Replica other) {
        Duration silence = other.getActive();
        // Servers report this for a server that they have never heard from.
        return silence == null || silence.isZero() ? UNKNOWN_SILENCE : silence;
    }

    /** Returns a message; empty if the stream no longer keeps it. */
    Optional<StreamMessage> message(long sequence) throws IOException, JetStreamApiException {
        return request(streams -> streams.getMessage(name, sequence));
    }

    /**
     * Requests the messages after a sequence from the stream's leader, without a gap. Returns only the first ones if
     * there are more than fit into {@link #MAX_BATCH_BYTES} or {@link #BATCH_TIMEOUT}.
     */
    List<StreamMessage> messagesAfter(long after) throws IOException, JetStreamApiException {
        List<StreamMessage> found = new ArrayList<>();
        long until = System.nanoTime() + BATCH_TIMEOUT.toNanos();
        long bytes = 0;
        Optional<StreamMessage> next = messageAfter(after);
        while (next.isPresent()) {
            found.add(next.get());
            bytes += next.get().body().length;
            if (bytes >= MAX_BATCH_BYTES || System.nanoTime() >= until) break;
            try {
                next = messageAfter(next.get().sequence());
            } catch (IOException | JetStreamApiException failure) {
                // Return the messages received so far.
                break;
            }
        }
        return found;
    }

    private Optional<StreamMessage> messageAfter(long after) throws IOException, JetStreamApiException {
        String subjects = required.getSubjects().getFirst();
        return request(streams -> streams.getNextMessage(name, after + 1, subjects));
    }

    @FunctionalInterface
    private interface MessageRequest {
        MessageInfo send(JetStreamManagement streams) throws IOException, JetStreamApiException;
    }

    private Optional<StreamMessage> request(MessageRequest request) throws IOException, JetStreamApiException {
        try {
            return Optional.of(StreamMessage.of(request.send(cluster.management())));
        } catch (JetStreamApiException failure) {
            if (ApiErrors.isNoSuchMessage(failure)) return Optional.empty();
            throw failure;
        }
    }

    /** Creates a consumer of the messages after a sequence, on a server that NATS chooses. */
    IterableConsumer consumer(long after) throws IOException, JetStreamApiException {
        OrderedConsumerConfiguration from = new OrderedConsumerConfiguration()
                .deliverPolicy(DeliverPolicy.ByStartSequence)
                .startSequence(after + 1);
        ConsumeOptions options = ConsumeOptions.builder()
                .batchSize(MAX_PREFETCH)
                .expiresIn(EXPIRES_MILLIS)
                .build();
        return cluster.consumerConnection()
                .getStreamContext(name)
                .createOrderedConsumer(from)
                .iterate(options);
    }
}
