package vesper.rest.operations;

/**
 * To whom routes belong, for descriptions.
 *
 * @param tag under which they are listed, a package's name for example
 * @param guarded whether a caller from another machine needs the bearer token of {@code /admin}
 * @param docs what their sources say of them
 */
public record RouteOwner(String tag, boolean guarded, DocComments docs) {
    public static final RouteOwner NOBODY = new RouteOwner("", false, DocComments.NONE);
}
