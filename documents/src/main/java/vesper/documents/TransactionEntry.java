package vesper.documents;

import java.util.ArrayList;
import java.util.List;

/** What a transaction stores. */
final class TransactionEntry {
    private final List<Write.Stored> stored = new ArrayList<>();

    void stored(Write.Stored write) {
        stored.add(write);
    }

    List<Write.Stored> stored() {
        return stored;
    }
}
