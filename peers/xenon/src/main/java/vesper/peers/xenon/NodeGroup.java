package vesper.peers.xenon;

import com.vmware.xenon.common.Operation;
import com.vmware.xenon.common.ServiceHost;
import com.vmware.xenon.common.UriUtils;
import com.vmware.xenon.services.common.NodeGroupService.JoinPeerRequest;
import com.vmware.xenon.services.common.NodeGroupService.NodeGroupState;
import com.vmware.xenon.services.common.NodeGroupService.UpdateQuorumRequest;
import com.vmware.xenon.services.common.NodeGroupUtils;
import com.vmware.xenon.services.common.NodeState;
import com.vmware.xenon.services.common.ServiceUriPaths;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The group of a host: Xenon's default group, with a majority as its quorum. */
final class NodeGroup {
    private static final long TIMEOUT_SECONDS = 120;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final String LINK = ServiceUriPaths.DEFAULT_NODE_GROUP;

    private final ServiceHost host;

    NodeGroup(ServiceHost host) {
        this.host = host;
    }

    /** Sets the quorum, before any host joins another, as Xenon's own tests do. */
    void requireMajorityOf(int nodes) throws Exception {
        UpdateQuorumRequest quorum = UpdateQuorumRequest.create(false).setMembershipQuorum(majorityOf(nodes));
        send(Operation.createPatch(local()).setBody(quorum));
    }

    /**
     * Joins the group.
     *
     * @param peer any host of the group
     */
    void join(URI peer, int nodes) throws Exception {
        JoinPeerRequest join = JoinPeerRequest.create(UriUtils.extendUri(peer, LINK), majorityOf(nodes));
        send(Operation.createPost(local()).setBody(join));
    }

    /** Waits until that number of hosts, and this factory on all of them, are available. */
    void await(int nodes, String factory) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!isComplete(nodes) || !isReplicated(factory)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        nodes + " hosts with " + factory + " are not available after " + TIMEOUT_SECONDS + " s");
            }
            Thread.sleep(POLL_INTERVAL);
        }
    }

    private boolean isComplete(int nodes) throws Exception {
        NodeGroupState state = send(Operation.createGet(local())).getBody(NodeGroupState.class);
        long available = state.nodes.values().stream()
                .filter(node ->
                        NodeState.isAvailable(node, host.getId(), false) && node.membershipQuorum == majorityOf(nodes))
                .count();
        return available == nodes
                && NodeGroupUtils.isNodeGroupAvailable(host, state)
                && NodeGroupUtils.isMembershipSettled(host, host.getMaintenanceIntervalMicros(), state);
    }

    /**
     * Returns whether the host has synchronized the factory's services with other hosts, as it does when the group
     * changes.
     */
    private boolean isReplicated(String factory) throws Exception {
        var available = new CompletableFuture<Boolean>();
        host.checkReplicatedServiceAvailable((_, failure) -> available.complete(failure == null), factory);
        return available.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private URI local() {
        return UriUtils.buildUri(host, LINK);
    }

    private Operation send(Operation operation) throws Exception {
        var done = new CompletableFuture<Operation>();
        host.sendRequest(operation.setReferer(host.getUri()).setCompletion((answer, failure) -> {
            if (failure == null) done.complete(answer);
            else done.completeExceptionally(failure);
        }));
        return done.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private static int majorityOf(int nodes) {
        return nodes / 2 + 1;
    }
}
