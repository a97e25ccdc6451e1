package vesper.records.capture;

/** What is known of routes by their names, {@code GET /api/orders/{id}}. Any thread asks. */
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

    /** Another number after each change. */
    long changes();
}
