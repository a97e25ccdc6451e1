package vesper.hosting;

import java.util.List;
import java.util.concurrent.Callable;
import vesper.codec.Codec;
import vesper.rest.controllers.Controllers;
import vesper.rest.routing.Route;
import vesper.services.collections.BadDeclarationException;
import vesper.services.collections.Declaration;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.OpenCollections;
import vesper.services.endpoints.CollectionController;
import vesper.services.endpoints.EndpointParts;

/** Opens the collections that a package declares, and makes their routes. */
final class PackageCollections {
    private final Platform platform;
    private final String packageName;

    PackageCollections(Platform platform, String packageName) {
        this.platform = platform;
        this.packageName = packageName;
    }

    /** @param declaring reads what the package says of a collection */
    List<Route> routesOf(Callable<Declaration> declaring, Controllers controllers, Codec codec)
            throws NotStartedException {
        OpenCollections open = platform.collections()
                .orElseThrow(() -> NotStartedException.forNow("there are no documents on this server"));
        try {
            Declaration declared = declaring.call();
            OpenCollection<?> collection = open.open(packageName, declared, codec);
            return routesOf(collection, declared.origin(), open, controllers, codec);
        } catch (BadDeclarationException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new NotStartedException("its documents cannot be opened: " + e.getMessage(), e);
        }
    }

    private <T> List<Route> routesOf(
            OpenCollection<T> collection, String origin, OpenCollections open, Controllers controllers, Codec codec) {
        var parts = new EndpointParts(
                codec, open.cursors(), open.clock(), platform.provisions().disk(), open.ids());
        String path = ServiceStart.PREFIX + "/" + collection.name();
        return controllers.routesOf(new CollectionController<>(collection, path, parts), path, origin);
    }
}
