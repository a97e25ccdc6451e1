package vesper.rest.operations;

/**
 * The owner of routes, for documentation.
 *
 * @param tag groups the routes in the document, a package's name for example
 * @param guarded true if clients on other machines need the bearer token of {@code /admin}
 * @param docs doc comments of their sources
 */
public record RouteOwner(String tag, boolean guarded, DocComments docs) {
    public static final RouteOwner NONE = new RouteOwner("", false, DocComments.NONE);
}
