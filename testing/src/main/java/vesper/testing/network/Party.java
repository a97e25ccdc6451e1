package vesper.testing.network;

/** A server or a node of a test, by its number of that kind. */
public record Party(Kind kind, int index) {
    /** Servers speak with each other and with nodes; nodes do not speak with each other. */
    public enum Kind {
        SERVER,
        NODE
    }

    public static Party server(int index) {
        return new Party(Kind.SERVER, index);
    }

    public static Party node(int index) {
        return new Party(Kind.NODE, index);
    }

    boolean isNode() {
        return kind == Kind.NODE;
    }

    @Override
    public String toString() {
        return (isNode() ? "node " : "server ") + index;
    }
}
