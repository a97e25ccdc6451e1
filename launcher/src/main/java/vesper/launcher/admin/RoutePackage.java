package vesper.launcher.admin;

import vesper.rest.operations.Operation;
import vesper.rest.routing.Route;

/** Whose a route is: the name of a package, or {@value #OWN} for what the server answers itself. */
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
