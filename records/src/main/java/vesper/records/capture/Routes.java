package vesper.records.capture;

/** Looks up facts about routes by name, such as {@code GET /api/orders/{id}}. Thread-safe. */
public interface Routes {
    Routes NONE = new Routes() {
        @Override
        public RouteFacts facts(String route) {
            return RouteFacts.UNKNOWN;
        }

        @Override
        public long changes() {
            return 0;
        }
    };

    RouteFacts facts(String route);

    /** Returns a number that differs after each change of the routes. */
    long changes();
}
