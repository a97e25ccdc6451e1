package vesper.bench;

import java.io.IOException;
import java.nio.file.Path;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.load.WrkEngine;

/** The load engine that drives an experiment. The bars are defined under {@code wrk -t1 -c64}. */
public enum EngineChoice {
    /** Uses wrk if it is installed, otherwise our own generator. */
    AUTO,
    WRK,
    OWN;

    public LoadEngine engine(String searchPath, Path scratch) throws IOException {
        return switch (this) {
            case OWN -> new LoadGenerator();
            case WRK ->
                WrkEngine.find(searchPath, scratch)
                        .orElseThrow(() -> new IOException("wrk is not on the PATH; use --engine own instead"));
            case AUTO ->
                WrkEngine.find(searchPath, scratch).<LoadEngine>map(wrk -> wrk).orElseGet(LoadGenerator::new);
        };
    }
}
