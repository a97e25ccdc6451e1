package vesper.records.capture;

/**
 * What is known of a route.
 *
 * @param packageName of the package that it belongs to, empty for Vesper's own
 * @param service the class or script that answers, empty where there is none
 */
public record RouteFacts(String packageName, String service) {
    public static final RouteFacts UNKNOWN = new RouteFacts("", "");
}
