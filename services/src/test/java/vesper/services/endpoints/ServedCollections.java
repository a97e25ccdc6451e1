package vesper.services.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import vesper.codec.Codec;
import vesper.documents.DocumentsOptions;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.files.DiskThreads;
import vesper.rest.access.Gate;
import vesper.rest.access.Permission;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.DocComments;
import vesper.rest.routing.Router;
import vesper.services.collections.Declaration;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.OpenCollections;
import vesper.services.collections.PolicyText;
import vesper.services.collections.ReplicationMode;
import vesper.services.collections.ServiceDeclaration;
import vesper.services.webhooks.Backoff;
import vesper.services.webhooks.WebhookSettings;

/** Collections in a folder with everything that serves them, except for sockets. */
final class ServedCollections implements Closeable {
    private static final Backoff SHORT_BACKOFF = new Backoff(Duration.ofMillis(10), Duration.ofMillis(100));

    static final int DISK_THREADS = 2;

    private final DiskThreads disk = DiskThreads.start(DISK_THREADS);
    private final Codec codec = new Codec(true);
    private final Router router = new Router(codec);
    private final OpenCollections collections;
    private final Map<String, ByteBuffer> schemas = new HashMap<>();

    ServedCollections(Path folder, InstantSource clock) {
        this(folder, clock, false);
    }

    /** @param allowPrivateAddresses true if webhook receivers may be on this machine */
    ServedCollections(Path folder, InstantSource clock, boolean allowPrivateAddresses) {
        this(folder, clock, allowPrivateAddresses, DocumentsOptions.DEFAULTS);
    }

    ServedCollections(Path folder, InstantSource clock, boolean allowPrivateAddresses, DocumentsOptions options) {
        // Every caller counts as an operator here.
        router.setGate((request, permission, audience) -> {
            if (permission != Permission.OPERATORS) Gate.OF_CODE.admit(request, permission, audience);
        });
        collections = new OpenCollections(
                folder,
                options,
                ReplicationMode.rejected(),
                new WebhookSettings(allowPrivateAddresses, SHORT_BACKOFF),
                clock,
                new SecureRandom());
    }

    /** Adds a schema file to the package, for the collections that are declared afterwards. */
    ServedCollections withSchema(String path, String json) {
        schemas.put(path, ByteBuffer.wrap(json.getBytes(UTF_8)));
        return this;
    }

    /** Declares a collection of any JSON, as in a package's properties. */
    ServedCollections with(String name, String policy) throws Exception {
        return with(PolicyText.declaration(name, policy, "test/package.properties"));
    }

    /** Declares a collection that a service handles. */
    ServedCollections with(Object service) throws Exception {
        return with(ServiceDeclaration.of(service, "Test.java"));
    }

    private ServedCollections with(Declaration declared) throws Exception {
        String packageName = "test of " + declared.name();
        List<OpenCollection<?>> opened = collections.open(packageName, packageName, List.of(declared), schemas, codec);
        publish(opened.getFirst(), declared.permission());
        collections.activate(packageName, packageName, opened);
        return this;
    }

    private <T> void publish(OpenCollection<T> collection, Permission permission) throws IOException {
        var parts = new EndpointParts(
                codec,
                collections.cursors(),
                collections.clock(),
                disk,
                DocComments.NONE,
                collections.webhooks(),
                collections.ids());
        var controllers = new Controllers(codec, Runnable::run);
        router.publish(
                collection.name(),
                CollectionRoutes.of(collection, "/api", parts, controllers, permission, "Test.java"));
    }

    Answer get(String target, String... headers) {
        return call(Method.GET, target, "", headers);
    }

    Answer post(String target, String body, String... headers) {
        return call(Method.POST, target, body, headers);
    }

    Answer put(String target, String body, String... headers) {
        return call(Method.PUT, target, body, headers);
    }

    Answer patch(String target, String type, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = type;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return call(Method.PATCH, target, body, all);
    }

    Answer delete(String target, String... headers) {
        return call(Method.DELETE, target, "", headers);
    }

    Answer call(Method method, String target, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = "application/json";
        System.arraycopy(headers, 0, all, 2, headers.length);
        Headers sent = Headers.of(headers.length > 0 && headers[0].equals("Content-Type") ? headers : all);
        return new Answer(ready(router.handle(Request.of(method, target, sent, body.getBytes(UTF_8)))));
    }

    private static Response ready(Response response) {
        Response here = response;
        for (var stage = here.whenReady(); stage.isPresent(); stage = here.whenReady()) {
            here = stage.get()
                    .toCompletableFuture()
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
        }
        return here;
    }

    @Override
    public void close() {
        collections.close();
        disk.close();
    }

    /** A response, as a client receives it. */
    record Answer(Response response) {
        int status() {
            return response.status();
        }

        String header(String name) {
            return response.header(name).orElse("");
        }

        String tag() {
            return header("ETag");
        }

        String body() {
            return new String(((Response.Bytes) response.content()).toArray(), UTF_8);
        }

        /** Returns the body without the whitespace that makes it readable. */
        String compact() {
            return body().replaceAll("\\s*\\n\\s*", "")
                    .replace(" : ", ":")
                    .replace("[ ", "[")
                    .replace(" ]", "]");
        }

        Optional<String> next() {
            String link = header("Link");
            return link.isEmpty() ? Optional.empty() : Optional.of(link.substring(1, link.indexOf('>')));
        }
    }
}
