package vesper.hosting;

import java.util.Optional;

/** Takes up what packages say of what is to be tracked, in their {@code conf/trackers.xml}. Any thread calls. */
public interface Trackers {
    /** Nobody is interested. */
    Trackers NONE = new Trackers() {
        @Override
        public Optional<String> serves(String packageName, String trackers) {
            return Optional.empty();
        }

        @Override
        public void servesNoMore(String packageName) {}
    };

    /**
     * A package serves from now on, or other contents of it do.
     *
     * @param trackers the text of its file, empty where it has none
     * @return what is wrong with that, which then says nothing; the package serves all the same
     */
    Optional<String> serves(String packageName, String trackers);

    void servesNoMore(String packageName);
}
