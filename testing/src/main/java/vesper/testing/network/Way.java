package vesper.testing.network;

/** What one sends to another, and only in that direction. */
public record Way(Party from, Party to) {
    Way back() {
        return new Way(to, from);
    }

    boolean touches(Party party) {
        return from.equals(party) || to.equals(party);
    }
}
