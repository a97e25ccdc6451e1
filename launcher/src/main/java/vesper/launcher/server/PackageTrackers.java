package vesper.launcher.server;

import java.util.List;
import java.util.Optional;
import vesper.hosting.TrackerRegistry;
import vesper.records.admin.Records;
import vesper.records.rules.TrackersXml;
import vesper.records.rules.UnusableTrackersException;

/** Parses the tracker rules of packages and passes them to the records. */
final class PackageTrackers implements TrackerRegistry {
    private static final String FILE = "conf/trackers.xml";

    private final Records records;

    PackageTrackers(Records records) {
        this.records = records;
    }

    @Override
    public int maxBytes() {
        return TrackersXml.LARGEST_BYTES;
    }

    @Override
    public Optional<String> register(String packageName, byte[] trackers) {
        try {
            records.setTrackers(packageName, trackers.length == 0 ? List.of() : TrackersXml.read(FILE, trackers));
            return Optional.empty();
        } catch (UnusableTrackersException e) {
            records.setTrackers(packageName, List.of());
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void unregister(String packageName) {
        records.setTrackers(packageName, List.of());
    }
}
