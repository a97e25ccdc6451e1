package vesper.hosting.kinds;

import vesper.rest.controllers.Controllers;

/** Classes with {@code @RestController} and the like. */
final class ControllerKind implements ServiceKind {
    @Override
    public String name() {
        return "controller";
    }

    @Override
    public boolean isOn(Class<?> type) {
        return Controllers.isController(type);
    }

    @Override
    public boolean honoursAccess() {
        return true;
    }

    @Override
    public void start(Made made, Parts parts) {
        parts.addRoutes(parts.controllers().routesOf(made.object(), parts.pathPrefix(), made.origin()));
    }
}
