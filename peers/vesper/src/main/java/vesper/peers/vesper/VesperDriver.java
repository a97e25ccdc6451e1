package vesper.peers.vesper;

import vesper.peers.documents.Driver;

/**
 * {@code VesperDriver SYNC FOLDER} drives documents that are kept in that folder where they are durable, and synced as
 * the setting says.
 */
final class VesperDriver {
    private VesperDriver() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 2) throw new IllegalArgumentException("expected SYNC FOLDER");
        Driver.run(VesperStore::open);
    }
}
