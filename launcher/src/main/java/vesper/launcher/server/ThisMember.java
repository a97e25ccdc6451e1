package vesper.launcher.server;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import vesper.cluster.Cluster;
import vesper.cluster.Member;
import vesper.hosting.Packages;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.services.collections.OpenCollections;

/** Describes this server to the other members of the cluster. */
final class ThisMember {
    private final Cluster cluster;
    private final String address;
    private final String version;
    private final String startedAt = Clock.systemUTC().instant().toString();
    private final Packages packages;
    private final OpenCollections collections;

    ThisMember(
            Cluster cluster,
            Settings settings,
            String version,
            URI address,
            Packages packages,
            OpenCollections collections) {
        this.cluster = cluster;
        String told = settings.get(Keys.CLUSTER_ADDRESS);
        this.address = told.isEmpty() ? address.toString() : told;
        this.version = version;
        this.packages = packages;
        this.collections = collections;
    }

    Member now() {
        List<String> served = packages.snapshots().stream()
                .map(it -> (it.name() + " " + it.version()).strip())
                .toList();
        return new Member(
                cluster.node(),
                address,
                version,
                startedAt,
                collections.catchingUp().isEmpty() && cluster.divergence().isEmpty(),
                collections.lag().map(Duration::toMillis).orElse(-1L),
                served);
    }
}
