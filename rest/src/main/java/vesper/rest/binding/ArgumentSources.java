package vesper.rest.binding;

import java.util.List;

/** The sources of arguments that every server has. */
final class ArgumentSources {
    /** Asked in this order. The last ones take parameters by their types alone. */
    static final List<ArgumentSource> STANDARD = List.of(
            new UnsupportedAnnotations(),
            new PathVariables(),
            new RequestParameters(),
            new RequestParts(),
            new HeaderFields(),
            new CookieValues(),
            new RequestBodies(),
            new RequestItself(),
            new UnnamedParameters());

    private ArgumentSources() {}
}
