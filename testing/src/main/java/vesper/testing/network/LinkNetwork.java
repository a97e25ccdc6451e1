package vesper.testing.network;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import vesper.testing.Link;

/** A network on loopback with a {@link Link} for every way. Data on a blocked way arrives once the way is unblocked. */
public final class LinkNetwork implements Network {
    private static final String HOST = "127.0.0.1";

    /** Links by the connecting party and its target. */
    private final Map<Way, Link> links = new ConcurrentHashMap<>();

    @Override
    public String host(Party party) {
        return HOST;
    }

    @Override
    public int port(Party from, Party to, int port) throws IOException {
        Link link = Link.to(port);
        if (links.putIfAbsent(new Way(from, to), link) != null) {
            link.close();
            throw new IllegalStateException(from + " has a way to " + to + " already");
        }
        return link.port();
    }

    @Override
    public List<String> entry(Party party) {
        return List.of();
    }

    @Override
    public boolean isReachable() {
        return true;
    }

    @Override
    public void cut(Set<Way> ways) {
        links.forEach((way, link) -> link.hold(ways.contains(way), ways.contains(way.back())));
    }

    @Override
    public void reset(Party party) {
        links.forEach((way, link) -> {
            if (way.touches(party)) link.reset();
        });
    }

    @Override
    public void close() throws IOException {
        for (Link link : links.values()) link.close();
    }
}
