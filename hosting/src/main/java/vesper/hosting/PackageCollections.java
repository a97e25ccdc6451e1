package vesper.hosting;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import vesper.codec.Codec;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.DocComments;
import vesper.rest.routing.Route;
import vesper.services.access.DocumentRules;
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
    private final PackageClassLoader loader;
    private final Duration hookTime;
    private final List<Declaration> declared = new ArrayList<>();
    /** Rules on documents, by collection and then by their names. */
    private final Map<String, Map<String, String>> rules = new TreeMap<>();

    private List<OpenCollection<?>> opened = List.of();

    PackageCollections(Platform platform, PackageContents contents, PackageClassLoader loader, Duration hookTime) {
        this.platform = platform;
        this.contents = contents;
        this.loader = loader;
        this.hookTime = hookTime;
    }

    /** Declares the collections of the package's properties file. */
    void declareAll() throws NotStartedException {
        String file = contents.folderName() + "/" + PackageDescriptor.FILE;
        for (Map.Entry<String, String> said : contents.descriptor().documents().entrySet()) {
            if (isRule(said.getKey())) {
                int dot = said.getKey().lastIndexOf('.');
                rules.computeIfAbsent(said.getKey().substring(0, dot), _ -> new TreeMap<>())
                        .put(said.getKey().substring(dot + 1), said.getValue());
                continue;
            }
            try {
                declared.add(PolicyText.declaration(said.getKey(), said.getValue(), file));
            } catch (BadDeclarationException e) {
                throw new NotStartedException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** Returns whether a key of the properties file is a rule on documents, {@code orders.read}. */
    private static boolean isRule(String key) {
        return DocumentRules.NAMES.stream().anyMatch(name -> key.endsWith("." + name));
    }

    /** Gives the collections the rules of the properties file, which take precedence over annotations. */
    private void applyRules() throws NotStartedException {
        String file = contents.folderName() + "/" + PackageDescriptor.FILE;
        Set<String> unknown = new TreeSet<>(rules.keySet());
        for (int i = 0; i < declared.size(); i++) {
            Declaration declaration = declared.get(i);
            Map<String, String> texts = rules.get(declaration.name());
            if (texts == null) continue;
            unknown.remove(declaration.name());
            try {
                declared.set(i, declaration.with(DocumentRules.of(texts).or(declaration.rules())));
            } catch (IllegalArgumentException wrong) {
                throw new NotStartedException(
                        file + ": documents." + declaration.name() + "." + wrong.getMessage(), wrong);
            }
        }
        for (Map.Entry<String, Map<String, String>> each : rules.entrySet()) {
            if (!unknown.contains(each.getKey())) continue;
            throw new NotStartedException(
                    file + ": documents." + each.getKey() + "."
                            + each.getValue().keySet().iterator().next()
                            + " is a rule of a collection that this package does not declare",
                    null);
        }
    }

    /** Adds the collections of services. */
    void addAll(List<Declaration> more) {
        declared.addAll(more);
    }

    List<Route> open(Controllers controllers, DocComments comments, Codec codec) throws NotStartedException {
        applyRules();
        String name = contents.descriptor().name();
        if (platform.collections().isEmpty()) {
            if (declared.isEmpty()) return List.of();
            throw NotStartedException.temporary("this server has no document store");
        }
        OpenCollections collections = platform.collections().get();
        try {
            opened = collections.open(contents.folderName(), name, declared, contents.schemas(), codec);
            if (opened.isEmpty()) return List.of();
            var parts = new EndpointParts(
                    codec,
                    collections.cursors(),
                    collections.clock(),
                    platform.provisions().disk(),
                    comments,
                    collections.webhooks(),
                    collections.ids());
            // Sources of arguments are code of packages, which may hang.
            return Objects.requireNonNull(Step.call("reading the methods of its collections", loader, hookTime, () -> {
                List<Route> routes = new ArrayList<>();
                for (int i = 0; i < opened.size(); i++) {
                    routes.addAll(routesOf(opened.get(i), declared.get(i), parts, controllers));
                }
                return routes;
            }));
        } catch (StepFailedException e) {
            switch (e.getCause()) {
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
            }
        } catch (BadDeclarationException | IOException e) {
            // Another package may release the collection that this one needs.
            throw NotStartedException.temporary(String.valueOf(e.getMessage()));
        }
    }

    /** Activates the collections. Call it once their routes are published. */
    void activate() {
        platform.collections()
                .ifPresent(collections -> collections.activate(
                        contents.folderName(), contents.descriptor().name(), opened));
    }

    private static <T> List<Route> routesOf(
            OpenCollection<T> collection, Declaration declared, EndpointParts parts, Controllers controllers) {
        return CollectionRoutes.of(
                collection, Packages.SERVICES, parts, controllers, declared.permission(), declared.origin());
    }
}
