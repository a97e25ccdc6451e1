package vesper.launcher.admin;

import vesper.rest.operations.Operation;
import vesper.rest.routing.Route;

/** The owner of a route: the name of a package, or {@value #OWN} for the server's own routes. */
final class RoutePackage {
    private static final String OWN = "vesper";

    private RoutePackage() {}

    static String of(Route route) {
        if (route.source().equals(OWN) || route.source().endsWith("(" + OWN + ")")) return OWN;
        return route.operation()
                .map(Operation::owner)
                .map(owner -> owner.tag())
                .filter(tag -> !tag.isEmpty())
                .orElse(OWN);
    }
}
