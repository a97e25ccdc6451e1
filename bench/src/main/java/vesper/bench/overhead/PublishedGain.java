package vesper.bench.overhead;

import java.util.List;

/** What the makers of a platform say that it gains when its Tracker is switched off, from the same test. */
record PublishedGain(String platform, double percent) {
    static final List<PublishedGain> ALL =
            List.of(new PublishedGain("Martini 1.0", 91.89), new PublishedGain("TORO Integrate 3.0", 32.47));
}
