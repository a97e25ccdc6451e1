package vesper.records.capture;

/**
 * The package and service of a route.
 *
 * @param packageName the package that the route belongs to, empty for Vesper's own routes
 * @param service the class or script that handles the route, or empty
 */
public record RouteFacts(String packageName, String service) {
    public static final RouteFacts UNKNOWN = new RouteFacts("", "");
}
