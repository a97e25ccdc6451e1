package vesper.bench.documents;

import java.util.Locale;

/** The systems under measurement, and the point at which each acknowledges a durable write. */
public enum Contestant {
    XENON("Xenon", "from RAM, committed within 5 s; lost if the process ends before"),
    VESPER("Vesper", "after the sync"),
    VESPER_INTERVAL(
            "Vesper, interval:5s", "before the sync, which follows within 5 s; survives the end of the process"),
    VESPER_ALONE("Vesper, one node", "after the sync"),
    /** The first Vesper again in separate processes, to measure the noise floor. */
    VESPER_AGAIN("Vesper, again", "after the sync");

    private final String label;
    private final String promise;

    Contestant(String label, String promise) {
        this.label = label;
        this.promise = promise;
    }

    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String label() {
        return label;
    }

    /** Returns whether it is a variant of Vesper to compare with Xenon. */
    boolean isBesideXenon() {
        return this != XENON && this != VESPER_AGAIN;
    }

    /** Returns the point at which a durable write is acknowledged. */
    String promise() {
        return promise;
    }
}
