package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents declared as replicated, on a server without a cluster. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplicatedHereTest {
    @TempDir
    Path folder;

    private Path packages;

    @BeforeEach
    void declare() throws Exception {
        packages = folder.resolve("packages");
        Path shop = Files.createDirectories(packages.resolve("shop"));
        Files.writeString(shop.resolve("package.properties"), "documents.orders=replicated, versions=3, strict\n");
    }

    private static String get(URI address, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void the_package_does_not_start_and_says_what_to_do() throws Exception {
        try (RunningVesper server = RunningVesper.serving(packages, folder.resolve("data"))) {
            assertThat(get(server.address(), "/admin/packages/shop"))
                    .contains("orders is replicated", "cluster.url=nats://", "documents.replicated=local");
            assertThat(get(server.address(), "/admin/cluster")).containsPattern("\"connected\" ?: ?false");
        }
    }

    @Test
    void it_is_durable_where_that_is_wanted() throws Exception {
        try (RunningVesper server =
                RunningVesper.serving(packages, folder.resolve("data"), "documents.replicated=local")) {
            assertThat(get(server.address(), "/api/orders/stats"))
                    .containsPattern("\"storage\" ?: ?\"durable\"")
                    .containsPattern("\"versions\" ?: ?3")
                    .containsPattern("\"strict\" ?: ?true");
        }
    }
}
