package vesper.hosting;

import java.util.Optional;

/** Receives the tracker rules that packages define in {@code conf/trackers.xml}. Any thread may call it. */
public interface TrackerRegistry {
    /** An instance that ignores all rules. */
    TrackerRegistry NONE = new TrackerRegistry() {
        @Override
        public int maxBytes() {
            return 0;
        }

        @Override
        public Optional<String> register(String packageName, byte[] trackers) {
            return Optional.empty();
        }

        @Override
        public void unregister(String packageName) {}
    };

    /**
     * Returns the maximum size of such a file in bytes. Of a larger file, one byte more is read, so that it can be
     * rejected because of its size.
     */
    int maxBytes();

    /**
     * Called when a package starts to serve, or to serve other contents.
     *
     * @param trackers the bytes of its file, which declares its own encoding; empty if there is no file
     * @return what is wrong with the file, which then has no effect; the package serves nevertheless
     */
    Optional<String> register(String packageName, byte[] trackers);

    void unregister(String packageName);
}
