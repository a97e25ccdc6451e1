package vesper.bench.overhead;

import java.util.List;

/** The gain when a platform's Tracker is switched off, as its makers report it from the same test. */
record PublishedGain(String platform, double percent) {
    static final List<PublishedGain> ALL =
            List.of(new PublishedGain("Martini 1.0", 91.89), new PublishedGain("TORO Integrate 3.0", 32.47));
}
