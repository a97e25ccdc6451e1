package vesper.hosting;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import vesper.codec.Codec;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.DocComments;
import vesper.rest.routing.Route;
import vesper.services.collections.BadDeclarationException;
import vesper.services.collections.Declaration;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.OpenCollections;
import vesper.services.collections.PolicyText;
import vesper.services.endpoints.CollectionRoutes;
import vesper.services.endpoints.EndpointParts;

/** Gathers the collections that a package declares, opens them together, and creates their routes. */
final class PackageCollections {
    private final Platform platform;
    private final PackageContents contents;
    private final List<Declaration> declared = new ArrayList<>();
    private List<OpenCollection<?>> opened = List.of();

    PackageCollections(Platform platform, PackageContents contents) {
        this.platform = platform;
        this.contents = contents;
    }

    /** Declares the collections of the package's properties file. */
    void declareAll() throws NotStartedException {
        String file = contents.folderName() + "/" + PackageDescriptor.FILE;
        for (Map.Entry<String, String> said : contents.descriptor().documents().entrySet()) {
            try {
                declared.add(PolicyText.declaration(said.getKey(), said.getValue(), file));
            } catch (BadDeclarationException e) {
                throw new NotStartedException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** Adds the collections of services. */
    void addAll(List<Declaration> more) {
        declared.addAll(more);
    }

    List<Route> open(Controllers controllers, DocComments comments, Codec codec) throws NotStartedException {
        String name = contents.descriptor().name();
        if (platform.collections().isEmpty()) {
            if (declared.isEmpty()) return List.of();
            throw NotStartedException.temporary("this server has no document store");
        }
        OpenCollections collections = platform.collections().get();
        List<Route> routes = new ArrayList<>();
        try {
            opened = collections.open(name, declared, contents.schemas(), codec);
            if (opened.isEmpty()) return List.of();
            var parts = new EndpointParts(
                    codec,
                    collections.cursors(),
                    collections.clock(),
                    platform.provisions().disk(),
                    comments,
                    collections.webhooks(),
                    collections.ids());
            for (int i = 0; i < opened.size(); i++) {
                routes.addAll(routesOf(opened.get(i), declared.get(i), parts, controllers));
            }
            return routes;
        } catch (BadDeclarationException | IOException e) {
            // Another package may release the collection that this one needs.
            throw NotStartedException.temporary(String.valueOf(e.getMessage()));
        }
    }

    /** Activates the collections. Call it once their routes are published. */
    void activate() {
        platform.collections()
                .ifPresent(collections ->
                        collections.activate(contents.descriptor().name(), opened));
    }

    private static <T> List<Route> routesOf(
            OpenCollection<T> collection, Declaration declared, EndpointParts parts, Controllers controllers) {
        return CollectionRoutes.of(
                collection, Packages.SERVICES, parts, controllers, declared.permission(), declared.origin());
    }
}
