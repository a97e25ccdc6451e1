package vesper.hosting;

import java.util.Optional;

/** Takes up what packages say of what is to be tracked, in their {@code conf/trackers.xml}. Any thread calls. */
public interface Trackers {
    /** Nobody is interested. */
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

    /** How large such a file may be; of a larger one a byte more is read, so that it can be refused for that. */
    int mostBytes();

    /**
     * A package serves from now on, or other contents of it do.
     *
     * @param trackers the bytes of its file, whose encoding is its own, empty where it has none
     * @return what is wrong with that, which then says nothing; the package serves all the same
     */
    Optional<String> serves(String packageName, byte[] trackers);

    void servesNoMore(String packageName);
}
