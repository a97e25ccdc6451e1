package vesper.hosting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import vesper.codec.Codec;
import vesper.documents.DocumentsOptions;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.controllers.ControllerContext;
import vesper.rest.openapi.ApiInfo;
import vesper.rest.openapi.OpenApi;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;
import vesper.rest.triggers.Triggers;
import vesper.services.collections.OpenCollections;
import vesper.services.collections.ReplicationMode;
import vesper.services.webhooks.WebhookSettings;

/** A folder of packages with a complete server except for sockets. */
final class Server implements AutoCloseable {
    /** Header field of requests that are not from an operator. */
    static final String NON_OPERATOR_HEADER = "X-Forwarded-For";

    final Router router = new Router();
    final Packages packages;
    final Triggers triggers = Triggers.unrecorded();

    private final Optional<OpenCollections> collections;

    private Server(HostingSettings settings, Injectables injectables, Optional<OpenCollections> collections)
            throws IOException {
        this(settings, injectables, collections, Duration.ofDays(1));
    }

    private Server(
            HostingSettings settings,
            Injectables injectables,
            Optional<OpenCollections> collections,
            Duration slowAfter)
            throws IOException {
        this.collections = collections;
        Platform platform = new Platform(
                router,
                new Codec(true),
                Runnable::run,
                ControllerContext.defaults(Runnable::run),
                injectables,
                Clock.systemUTC(),
                request -> !request.headers().contains(NON_OPERATOR_HEADER),
                TrackerRegistry.NONE,
                collections,
                triggers);
        packages = Packages.of(settings, platform);
        packages.load(slowAfter);
    }

    /** Creates a server that does not wait for packages whose code takes longer than this. */
    static Server impatient(HostingSettings settings, Injectables injectables, Duration slowAfter) throws IOException {
        return new Server(settings, injectables, Optional.empty(), slowAfter);
    }

    static Server watching(Path folder) throws IOException {
        return new Server(HostingSettings.of(folder), Injectables.none(), Optional.empty());
    }

    static Server over(HostingSettings settings) throws IOException {
        return new Server(settings, Injectables.none(), Optional.empty());
    }

    static Server over(HostingSettings settings, Injectables injectables) throws IOException {
        return new Server(settings, injectables, Optional.empty());
    }

    static Server withInjectables(Injectables injectables, Path folder) throws IOException {
        return new Server(HostingSettings.of(folder).unwatched(), injectables, Optional.empty());
    }

    /** Creates a server whose packages may have documents, stored in this folder. */
    static Server withDocuments(HostingSettings settings, Path documents) throws IOException {
        var collections = new OpenCollections(
                documents,
                DocumentsOptions.DEFAULTS,
                ReplicationMode.rejected(),
                WebhookSettings.DEFAULTS,
                Clock.systemUTC(),
                new SecureRandom());
        return new Server(settings, Injectables.none(), Optional.of(collections));
    }

    /** Writes a file of a package like an editor: to a temporary file, which then replaces the original. */
    static void write(Path folder, String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.resolve("..").normalize());
        Path beside = path.resolveSibling("." + path.getFileName() + ".swp");
        Files.writeString(beside, text);
        Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns a service at {@code /api/PATH} that responds with this word. */
    static String serviceReturning(String path, String word) {
        return """
                import org.springframework.web.bind.annotation.*
                @RestController
                @RequestMapping('%s')
                class Saying {
                    @GetMapping Map<String, String> say() { [said: '%s'] }
                }
                """.formatted(path, word);
    }

    /** Returns a service whose class cannot be initialized. */
    static String throwingStatically(String path) {
        String throwing = "static final String WORD = word()\n"
                + "static String word() { throw new IllegalStateException('not here') }\n";
        return serviceReturning(path, "never").replace("@GetMapping", throwing + "@GetMapping");
    }

    Response get(String target, String... headers) {
        return ask(Method.GET, target, "", headers);
    }

    Response ask(Method method, String target, String body, String... headers) {
        return router.handle(Request.of(method, target, Headers.of(headers), body.getBytes(UTF_8)));
    }

    /** Returns the description of all routes, as JSON. */
    String openApi() throws Exception {
        Route description = new OpenApi(router, new ApiInfo("test", "1", "")).route();
        return text(description.handler().handle(Request.of(Method.GET, "/openapi.json")));
    }

    static String text(Response response) {
        return new String(((Response.Bytes) response.content()).toArray(), UTF_8);
    }

    /** Returns the current word of a service of {@link #serviceReturning}; empty if it does not respond. */
    String wordFrom(String target) {
        Response response = get(target, "Accept", "application/json");
        return response.status() == 200 ? text(response).replaceAll("(?s).*\"said\"\\s*:\\s*\"(\\w+)\".*", "$1") : "";
    }

    PackageSnapshot snapshot(String name) {
        return packages.snapshot(name).orElseThrow();
    }

    PackageState state(String name) {
        return packages.snapshot(name).map(PackageSnapshot::state).orElse(PackageState.UNLOADED);
    }

    @Override
    public void close() {
        packages.close();
        collections.ifPresent(OpenCollections::close);
    }
}
