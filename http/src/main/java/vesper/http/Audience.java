package vesper.http;

/** The callers that a route is for. The order is that of strictness. */
public enum Audience {
    /** Callers of services. */
    SERVICE,
    /** Load balancers and supervisors that check the health of the server. */
    HEALTH,
    /** Operators of the server: administration, metrics, the console. */
    OPERATOR;

    /** Returns whether an overloaded server still answers: only then can it be observed and helped. */
    public boolean isVital() {
        return this != SERVICE;
    }

    /** Returns the stricter one of both. */
    public Audience or(Audience other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
