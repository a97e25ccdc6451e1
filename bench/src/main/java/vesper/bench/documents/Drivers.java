package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How the program that drives a contestant is started. */
public interface Drivers {
    /** Builds what is missing; called before any command is asked for. */
    void prepare() throws IOException, InterruptedException;

    /**
     * @param flags of java
     * @param data a folder for what the contestant keeps; one that exists is opened
     * @param server of another such process, to be driven over HTTP; empty for one that has the documents itself
     */
    List<String> command(Contestant contestant, List<String> flags, Path data, Optional<String> server)
            throws IOException;

    /**
     * The same for one of several nodes.
     *
     * @param first address of the first; empty for that one itself
     */
    List<String> node(Contestant contestant, List<String> flags, Path data, int nodes, Optional<String> first)
            throws IOException;
}
