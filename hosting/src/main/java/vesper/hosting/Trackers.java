package vesper.hosting;

import java.util.Optional;

/** Receives the tracker rules that packages define in {@code conf/trackers.xml}. Any thread may call it. */
public interface Trackers {
    /** An instance that ignores all rules. */
    Trackers NONE = new Trackers() {
        @Override
        public int mostBytes() {
            return 0;
        }

        @Override
        public Optional<String> serves(String packageName, byte[] trackers) {
            return Optional.empty();
        }

        @Override
        public void servesNoMore(String packageName) {}
    };

    /**
     * Returns the maximum size of such a file in bytes. Of a larger file, one byte more is read, so that it can be
     * rejected because of its size.
     */
    int mostBytes();

    /**
     * Called when a package starts to serve, or to serve other contents.
     *
     * @param trackers the bytes of its file, which declares its own encoding; empty if there is no file
     * @return what is wrong with the file, which then has no effect; the package serves nevertheless
     */
    Optional<String> serves(String packageName, byte[] trackers);

    void servesNoMore(String packageName);
}
