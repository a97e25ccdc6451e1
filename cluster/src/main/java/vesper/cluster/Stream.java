package vesper.cluster;

import io.nats.client.JetStreamApiException;
import io.nats.client.OrderedConsumerContext;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.OrderedConsumerConfiguration;
import io.nats.client.api.Replica;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.documents.CollectionPolicy;
import vesper.documents.SharedLog.Newest;

/**
 * The stream of a collection. It keeps as many messages of a document as the collection keeps versions, without an end:
 * where a subject were emptied, a stale writer could begin it anew.
 */
final class Stream {
    private static final int NO_SUCH_STREAM = 10059;
    /** How long an attempt is known that is sent again. */
    private static final Duration WINDOW = Duration.ofMinutes(2);

    private static final Duration UNHEARD = Duration.ofDays(365);

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
                .duplicateWindow(WINDOW)
                .denyDelete(true)
                .denyPurge(true)
                .allowDirect(false)
                .build();
    }

    /** Makes it where it is not there, and has it keep as much as is wanted now. */
    void ensure() throws IOException, JetStreamApiException {
        try {
            StreamInfo found = cluster.management().getStreamInfo(name);
            StreamConfiguration is = found.getConfiguration();
            if (is.getMaxMsgsPerSubject() == wanted.getMaxMsgsPerSubject()) return;
            cluster.management()
                    .updateStream(StreamConfiguration.builder(is)
                            .maxMessagesPerSubject(wanted.getMaxMsgsPerSubject())
                            .build());
        } catch (JetStreamApiException failure) {
            if (failure.getApiErrorCode() != NO_SUCH_STREAM) throw failure;
            // Another node may do the same now, which is the same again.
            cluster.management().addStream(wanted);
        }
    }

    /** As the server says that leads it, or believes to: one that was cut off does so for up to ten seconds. */
    Newest newest() throws IOException, JetStreamApiException {
        StreamInfo info = cluster.management().getStreamInfo(name);
        return new Newest(info.getStreamState().getLastSequence(), silenceOfMajority(info.getClusterInfo()));
    }

    /** For how long the leader has not heard of so many others that with itself they are a majority. */
    private static Duration silenceOfMajority(@Nullable ClusterInfo servers) {
        List<Replica> others = servers == null ? null : servers.getReplicas();
        if (others == null || others.isEmpty()) return Duration.ZERO;
        List<Duration> silences = others.stream()
                .map(Replica::getActive)
                .map(silence -> silence == null ? UNHEARD : silence)
                .sorted()
                .toList();
        int needed = (others.size() + 1) / 2;
        return silences.get(needed - 1);
    }

    OrderedConsumerContext ordered(OrderedConsumerConfiguration from) throws IOException, JetStreamApiException {
        return cluster.connection().getStreamContext(name).createOrderedConsumer(from);
    }
}
