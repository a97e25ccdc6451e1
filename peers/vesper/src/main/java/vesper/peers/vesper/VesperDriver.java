package vesper.peers.vesper;

import vesper.peers.documents.Driver;

/** Drives documents in memory. */
final class VesperDriver {
    private VesperDriver() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 0) throw new IllegalArgumentException("expected nothing, was " + String.join(" ", args));
        Driver.run(VesperStore::open);
    }
}
