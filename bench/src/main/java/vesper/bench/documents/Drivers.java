package vesper.bench.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Provides the commands that start the programs which drive contestants. */
public interface Drivers {
    /** Builds missing programs; called before any command is requested. */
    void prepare() throws IOException, InterruptedException;

    /**
     * Returns the command for a single process.
     *
     * @param flags flags of java
     * @param data folder for the contestant's data; an existing one is opened
     * @param server address of another such process, to be driven over HTTP; empty for a process that has the documents
     *     itself
     */
    List<String> command(Contestant contestant, List<String> flags, Path data, Optional<String> server)
            throws IOException;

    /**
     * Returns the command for one of several nodes.
     *
     * @param first address of the first node; empty for the first node itself
     */
    List<String> node(Contestant contestant, List<String> flags, Path data, int nodes, Optional<String> first)
            throws IOException;
}
