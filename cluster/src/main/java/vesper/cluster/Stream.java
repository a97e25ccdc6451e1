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
final class Stream {
    /** Metadata key of the stream's id. */
    private static final String ID = "vesper-log";

    /**
     * State of an existing stream.
     *
     * @param id unique id, which also survives a restore from a backup
     * @param lastSequence sequence of its newest message, whether that is still kept or not
     * @param age how long before the answer a majority last followed the server that gave it as the leader
     */
    record Found(String id, long lastSequence, Duration age) {
        /** Returns whether messages missing from the answer are lost. If not, a newer leader may have them. */
        boolean isSure() {
            return age.compareTo(SOONEST_ELECTION) < 0;
        }
    }

    /** Servers elect another leader after at least 4 s of silence; a leader hears from them every second. */
    private static final Duration SOONEST_ELECTION = Duration.ofSeconds(3);

    private static final Duration NEVER_HEARD = Duration.ofDays(365);
    /** A server that has not heard from a majority for longer is no longer the leader, or not yet. */
    private static final Duration LONGEST_UNHEARD = Duration.ofMinutes(1);

    private static final int MOST_AHEAD = 2000;
    private static final long EXPIRES_MILLIS = 2000;

    /** Limit for one batch of direct requests, so that a caller does not wait long for the first message. */
    private static final Duration LONGEST_ASKING = Duration.ofMillis(100);

    private static final long MOST_BYTES = 4 << 20;

    private final Cluster cluster;
    private final String name;
    private final StreamConfiguration wanted;

    Stream(Cluster cluster, String name, String subjects, CollectionPolicy policy, int replicas) {
        this.cluster = cluster;
        this.name = name;
        this.wanted = StreamConfiguration.builder()
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

    /** @throws TroubleException if the stream exists but is configured so that it may lose data */
    Optional<Found> find() throws IOException, JetStreamApiException, TroubleException {
        try {
            return Optional.of(checked(cluster.management().getStreamInfo(name)));
        } catch (JetStreamApiException failure) {
            if (ApiErrors.isNoSuchStream(failure)) return Optional.empty();
            throw failure;
        }
    }

    /** @throws TroubleException if the servers cannot create such a stream */
    Found make() throws IOException, JetStreamApiException, TroubleException {
        try {
            return checked(cluster.management()
                    .addStream(StreamConfiguration.builder(wanted)
                            .metadata(Map.of(ID, UUID.randomUUID().toString()))
                            .build()));
        } catch (JetStreamApiException failure) {
            if (ApiErrors.isMadeOtherwise(failure)) {
                // Another node has created it first.
                return find().orElseThrow(() -> new IOException("stream " + name + " is gone again"));
            }
            if (!ApiErrors.isLasting(failure)) throw failure;
            throw TroubleException.ofStream("stream " + name + " cannot be made: " + failure.getErrorDescription());
        }
    }

    /** Sets the number of versions that the stream keeps to the current policy. */
    void keepVersions() throws IOException, JetStreamApiException {
        StreamConfiguration is = cluster.management().getStreamInfo(name).getConfiguration();
        if (is.getMaxMsgsPerSubject() == wanted.getMaxMsgsPerSubject()) return;
        cluster.management()
                .updateStream(StreamConfiguration.builder(is)
                        .maxMessagesPerSubject(wanted.getMaxMsgsPerSubject())
                        .build());
    }

    private Found checked(StreamInfo info) throws TroubleException {
        StreamConfiguration is = info.getConfiguration();
        List<String> wrong = wrong(is);
        if (!wrong.isEmpty()) {
            throw TroubleException.ofStream("stream " + name + " of NATS is not as documents need it: "
                    + String.join(", ", wrong) + ". Set it right with nats stream edit " + name);
        }
        String id = id(info).orElseThrow(() -> TroubleException.ofStream(
                "stream " + name + " of NATS was not made by a node of this cluster: its metadata has no " + ID));
        return new Found(id, info.getStreamState().getLastSequence(), silenceOfMajority(info.getClusterInfo()));
    }

    private static Optional<String> id(StreamInfo info) {
        Map<String, String> metadata = info.getConfiguration().getMetadata();
        return metadata == null ? Optional.empty() : Optional.ofNullable(metadata.get(ID));
    }

    /** Lists settings that would lose documents, or change them without the nodes' knowledge. */
    private List<String> wrong(StreamConfiguration is) {
        List<String> wrong = new ArrayList<>();
        if (!is.getSubjects().equals(wanted.getSubjects())) {
            wrong.add("its subjects are " + is.getSubjects() + " and not " + wanted.getSubjects());
        }
        if (is.getStorageType() != StorageType.File) wrong.add("it is in memory");
        if (is.getReplicas() < wanted.getReplicas()) {
            wrong.add("it is on " + is.getReplicas() + " of the servers and not on " + wanted.getReplicas()
                    + ", as cluster.replicas says");
        }
        if (is.getRetentionPolicy() != RetentionPolicy.Limits) wrong.add("retention is not limits");
        Duration age = is.getMaxAge();
        if (age != null && !age.isZero()) wrong.add("max_age is " + age + " and not 0");
        if (is.getMaxMsgs() > 0) wrong.add("max_msgs is " + is.getMaxMsgs() + " and not -1");
        if (is.getMaxBytes() > 0) wrong.add("max_bytes is " + is.getMaxBytes() + " and not -1");
        int mostBytes = is.getMaximumMessageSize();
        if (mostBytes > 0) wrong.add("max_msg_size is " + mostBytes + " and not -1");
        if (is.getDiscardPolicy() == DiscardPolicy.New) wrong.add("discard is new and not old");
        if (is.getPersistMode() == PersistMode.Async) wrong.add("persist_mode is async");
        Duration window = is.getDuplicateWindow();
        if (window != null && window.compareTo(SharedLog.NAMES_KNOWN) < 0) {
            wrong.add("duplicate_window is " + window + " and not " + SharedLog.NAMES_KNOWN);
        }
        if (is.getAllowDirect()) wrong.add("allow_direct is on");
        if (is.getNoAck()) wrong.add("no_ack is on");
        if (!is.getDenyDelete()) wrong.add("deny_delete is off");
        if (!is.getDenyPurge()) wrong.add("deny_purge is off");
        if (is.getSealed()) wrong.add("it is sealed");
        boolean isFed = is.getMirror() != null
                || (is.getSources() != null && !is.getSources().isEmpty());
        if (isFed || is.getSubjectTransform() != null) wrong.add("it has messages that come from elsewhere");
        return wrong;
    }

    /**
     * Returns the end of the stream as seen by its leader, or by a server that believes it leads. A server that was cut
     * off believes so for up to ten seconds.
     *
     * @param id that the stream must have
     */
    Newest newest(Optional<String> id) throws IOException, JetStreamApiException {
        StreamInfo info = cluster.management().getStreamInfo(name);
        if (id.isEmpty() || !id.equals(id(info))) throw new IOException("stream " + name + " is another one");
        Duration silence = silenceOfMajority(info.getClusterInfo());
        if (silence.compareTo(LONGEST_UNHEARD) > 0) {
            throw new IOException("the server that leads stream " + name + " does not hear from a majority");
        }
        return new Newest(info.getStreamState().getLastSequence(), silence);
    }

    /**
     * Returns how long the leader has not heard from enough servers to form a majority with itself. Returns
     * {@link #NEVER_HEARD} if the server that answered knows of no leader: such a server answers too, however many
     * messages it lacks.
     */
    static Duration silenceOfMajority(@Nullable ClusterInfo servers) {
        if (servers == null) return Duration.ZERO;
        List<Replica> others = servers.getReplicas();
        if (others == null || others.isEmpty()) return Duration.ZERO;
        if (!isLedByWhoAnswers(servers.getLeader(), others)) return NEVER_HEARD;
        List<Duration> silences = others.stream().map(Stream::silence).sorted().toList();
        int needed = (others.size() + 1) / 2;
        return silences.get(needed - 1);
    }

    /**
     * Returns whether the server that answered leads. It lists itself among the others only if it knows of no leader.
     */
    private static boolean isLedByWhoAnswers(@Nullable String leader, List<Replica> others) {
        return leader != null
                && !leader.isEmpty()
                && others.stream().map(Replica::getName).noneMatch(leader::equals);
    }

    private static Duration silence(Replica other) {
        Duration silence = other.getActive();
        // Servers report this for a server that they have never heard from.
        return silence == null || silence.isZero() ? NEVER_HEARD : silence;
    }

    /** Returns a message; empty if the stream no longer keeps it. */
    Optional<StreamMessage> message(long sequence) throws IOException, JetStreamApiException {
        return found(streams -> streams.getMessage(name, sequence));
    }

    /**
     * Requests the messages after a sequence from the stream's leader, without a gap. Returns only the first ones if
     * there are more than fit into {@link #MOST_BYTES} or {@link #LONGEST_ASKING}.
     */
    List<StreamMessage> messages(long after) throws IOException, JetStreamApiException {
        List<StreamMessage> found = new ArrayList<>();
        long until = System.nanoTime() + LONGEST_ASKING.toNanos();
        long bytes = 0;
        Optional<StreamMessage> next = next(after);
        while (next.isPresent()) {
            found.add(next.get());
            bytes += next.get().body().length;
            if (bytes >= MOST_BYTES || System.nanoTime() >= until) break;
            try {
                next = next(next.get().sequence());
            } catch (IOException | JetStreamApiException failure) {
                // Return the messages received so far.
                break;
            }
        }
        return found;
    }

    private Optional<StreamMessage> next(long after) throws IOException, JetStreamApiException {
        String subjects = wanted.getSubjects().getFirst();
        return found(streams -> streams.getNextMessage(name, after + 1, subjects));
    }

    @FunctionalInterface
    private interface Question {
        MessageInfo ask(JetStreamManagement streams) throws IOException, JetStreamApiException;
    }

    private Optional<StreamMessage> found(Question question) throws IOException, JetStreamApiException {
        try {
            return Optional.of(StreamMessage.of(question.ask(cluster.management())));
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
                .batchSize(MOST_AHEAD)
                .expiresIn(EXPIRES_MILLIS)
                .build();
        return cluster.following()
                .getStreamContext(name)
                .createOrderedConsumer(from)
                .iterate(options);
    }
}
