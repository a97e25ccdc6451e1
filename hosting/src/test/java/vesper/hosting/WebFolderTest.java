package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.text;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Response;
import vesper.testing.Eventually;

/** Static files of packages, as they appear and disappear. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WebFolderTest {
    @TempDir
    Path folder;

    @TempDir
    Path secrets;

    private Server unwatched() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched());
    }

    @Test
    void files_are_served_below_the_context_path_beside_services() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));
        write(folder, "one/package.properties", "context-path = store\n");
        write(folder, "one/web/other.txt", "other");

        try (Server server = unwatched()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("hi");
            assertThat(text(server.get("/store/other.txt"))).isEqualTo("other");
            assertThat(server.get("/one/other.txt").status()).isEqualTo(404);
        }
    }

    @Test
    void what_is_not_there_is_told_as_everywhere_else() throws IOException {
        write(folder, "one/web/index.html", "one");

        try (Server server = unwatched()) {
            assertThat(text(server.get("/one/"))).isEqualTo("one");
            Response absent = server.get("/one/absent", "Accept", "application/xml");
            assertThat(absent.status()).isEqualTo(404);
            assertThat(absent.header("Content-Type")).contains("application/problem+xml");
        }
    }

    @Test
    void a_package_that_is_stopped_serves_no_files() throws IOException {
        write(folder, "one/web/index.html", "one");

        try (Server server = unwatched()) {
            server.packages.stop("one");
            assertThat(server.get("/one/").status()).isEqualTo(404);
            server.packages.start("one");
            assertThat(server.get("/one/").status()).isEqualTo(200);
        }
    }

    @Test
    void a_web_folder_that_comes_later_is_served_and_one_that_goes_is_not() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));

        try (Server server = Server.watching(folder)) {
            assertThat(server.get("/one/").status()).isEqualTo(404);
            write(folder, "one/web/index.html", "one");
            Eventually.until(
                    () -> server.get("/one/").status() == 200,
                    () -> server.get("/one/").status());
            Files.delete(folder.resolve("one/web/index.html"));
            Eventually.until(
                    () -> server.get("/one/").status() == 404,
                    () -> server.get("/one/").status());
        }
    }

    @Test
    void no_package_takes_the_place_of_anothers_files() throws IOException {
        write(folder, "one/web/index.html", "one");
        try (Server server = unwatched()) {
            write(folder, "another/package.properties", "context-path = one");
            write(folder, "another/web/index.html", "another");
            server.packages.refresh(Set.of("another"), true);

            assertThat(server.state("another")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("another").failure())
                    .contains("/one/ is handled by both one/web and another/web");
            assertThat(text(server.get("/one/"))).isEqualTo("one");
        }
    }

    @Test
    void nothing_but_web_is_reachable() throws IOException {
        write(folder, "one/web/index.html", "one");
        write(folder, "one/conf/one.properties", "secret = x");

        try (Server server = unwatched()) {
            for (String path : new String[] {
                "/one/../conf/one.properties", "/one/..%2fconf/one.properties", "/one/conf/one.properties"
            }) assertThat(server.get(path).status()).isEqualTo(404);
        }
    }

    @Test
    void a_web_folder_that_is_a_link_out_of_its_package_serves_nothing() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));
        write(folder, "two/code/Saying.groovy", serviceReturning("two", "hi"));
        write(folder, "two/pages/other.txt", "inside");
        write(secrets, "other.txt", "secret");
        Files.createSymbolicLink(folder.resolve("one/web"), secrets);
        Files.createSymbolicLink(folder.resolve("two/web"), folder.resolve("two/pages"));

        try (Server server = unwatched()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("hi");
            assertThat(server.get("/one/other.txt").status()).isEqualTo(404);
            assertThat(text(server.get("/two/other.txt"))).isEqualTo("inside");
        }
    }

    @Test
    void a_package_that_is_a_link_itself_serves_its_files() throws IOException {
        write(secrets, "linked/web/other.txt", "other");
        Files.createSymbolicLink(folder.resolve("linked"), secrets.resolve("linked"));

        try (Server server = unwatched()) {
            assertThat(text(server.get("/linked/other.txt"))).isEqualTo("other");
        }
    }
}
