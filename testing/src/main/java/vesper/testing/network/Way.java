package vesper.testing.network;

/** The path of data from one party to another, in this direction only. */
public record Way(Party from, Party to) {
    Way back() {
        return new Way(to, from);
    }

    boolean touches(Party party) {
        return from.equals(party) || to.equals(party);
    }
}
