package vesper.hosting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** The properties that a package receives. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConfigurationTest {
    private @TempDir Path folder;

    private Map<String, String> read(String environment, Map<String, String> overrides) throws Exception {
        return Configuration.read(folder.resolve("conf"), "orders", new Environment(environment, overrides));
    }

    @Test
    void later_files_win_then_those_of_the_environment_then_the_servers_settings() throws Exception {
        write(folder, "conf/application.properties", "a = 1\nb = 1\nc = 1\nd = 1\n");
        write(folder, "conf/orders.properties", "b = 2\nc = 2\nd = 2\n");
        write(folder, "conf/application-prod.properties", "c = 3\nd = 3\n");

        assertThat(read("prod", Map.of("orders.d", "4", "other.a", "5")))
                .isEqualTo(Map.of("a", "1", "b", "2", "c", "3", "d", "4"));
    }

    @Test
    void files_of_other_environments_are_left_out() throws Exception {
        write(folder, "conf/orders.properties", "a = 1\n");
        write(folder, "conf/orders-prod.properties", "a = prod\n");
        write(folder, "conf/application-test.properties", "a = test\n");

        assertThat(read("", Map.of())).isEqualTo(Map.of("a", "1"));
        assertThat(read("prod", Map.of())).isEqualTo(Map.of("a", "prod"));
        assertThat(read("test", Map.of())).isEqualTo(Map.of("a", "test"));
    }

    @Test
    void files_that_are_too_large_alone_or_together_are_refused_and_named() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 500_000; i++) lines.append('k').append(i).append("=\n");
        write(folder, "conf/a.properties", lines.toString());
        assertThatThrownBy(() -> read("", Map.of()))
                .isInstanceOf(BadDescriptorException.class)
                .hasMessage("a.properties is larger than 1024 KiB");

        write(folder, "conf/a.properties", lines.substring(0, 700_000));
        write(folder, "conf/b.properties", lines.substring(0, 700_000));
        assertThatThrownBy(() -> read("", Map.of()))
                .hasMessageContaining("b.properties and the files before it exceed 1024 KiB in total");

        write(folder, "package.properties", lines.substring(0, 70_000));
        assertThatThrownBy(() -> PackageDescriptor.read(folder))
                .hasMessageContaining("package.properties is larger than 64 KiB");
        write(folder, "package.properties", lines.substring(0, 60_000));
        assertThatThrownBy(() -> PackageDescriptor.read(folder))
                .hasMessageContaining(" more")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(4_000));
    }

    @Test
    void a_file_without_an_end_is_refused() throws Exception {
        Path endless = Path.of("/dev/zero");
        assumeThat(endless).isReadable();
        Files.createDirectories(folder.resolve("conf"));
        Files.createSymbolicLink(folder.resolve("conf/a.properties"), endless);

        assertThatThrownBy(() -> read("", Map.of())).hasMessageContaining("a.properties is larger than 1024 KiB");
    }

    @Test
    void a_hyphen_alone_makes_no_environment() throws Exception {
        write(folder, "conf/purchase-orders.properties", "a = 1\n");

        assertThat(read("", Map.of())).isEqualTo(Map.of("a", "1"));
    }

    @Test
    void what_is_set_for_a_package_is_not_seen_by_one_whose_name_it_begins_with() {
        Environment environment = new Environment("", Map.of("a.b.key", "1", "ab.key", "2"));

        assertThat(environment.overridesOf("a")).isEqualTo(Map.of("b.key", "1"));
        assertThat(environment.overridesOf("a.b")).isEqualTo(Map.of("key", "1"));
    }

    @Test
    void a_package_gets_the_properties_of_the_servers_environment_and_a_change_reloads_it() throws IOException {
        write(folder, "orders/conf/application.properties", "word = everywhere\n");
        write(folder, "orders/conf/application-prod.properties", "word = produced\n");
        write(folder, "orders/code/Saying.groovy", """
                @org.springframework.web.bind.annotation.RestController
                class Saying {
                    private final Map<String, String> properties
                    Saying(Map<String, String> properties) { this.properties = properties }
                    @org.springframework.web.bind.annotation.GetMapping('one')
                    Map<String, String> say() { [said: properties.word + properties.extra] }
                }
                """);
        Environment environment = new Environment("prod", Map.of("orders.extra", "Set"));
        try (Server server = Server.over(HostingSettings.of(folder).withEnvironment(environment))) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("producedSet");

            write(folder, "orders/conf/application-prod.properties", "word = changed\n");

            Eventually.until(() -> server.wordFrom("/api/one").equals("changedSet"), server.packages::snapshots);
        }
    }

    @Test
    void a_jar_that_is_none_fails_its_package_and_is_named() throws IOException {
        write(folder, "orders/code/Saying.groovy", Server.serviceReturning("one", "one"));
        write(folder, "orders/lib/cut.jar", "PK\003\004 and then nothing");
        write(folder, "two/code/Saying.groovy", Server.serviceReturning("two", "two"));
        try (Server server = Server.watching(folder)) {
            assertThat(server.state("orders")).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.snapshot("orders").failure().orElseThrow())
                    .startsWith("lib/cut.jar is not a readable jar: ");
            assertThat(server.wordFrom("/api/two")).isEqualTo("two");

            Files.delete(folder.resolve("orders/lib/cut.jar"));
            Eventually.until(() -> server.wordFrom("/api/one").equals("one"), server.packages::snapshots);
        }
    }

    @Test
    void a_jar_that_is_damaged_inside_fails_its_package_and_the_entry_is_named() throws IOException {
        write(folder, "orders/code/Saying.groovy", Server.serviceReturning("one", "one"));
        Path jar = Files.createDirectories(folder.resolve("orders/lib")).resolve("words.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("words.txt"));
            zip.write("some words that are stored here".getBytes(UTF_8));
        }
        try (Server server = Server.watching(folder)) {
            assertThat(server.state("orders")).isEqualTo(PackageState.STARTED);
        }
        byte[] bytes = Files.readAllBytes(jar);
        // A byte of the content, after the local header of 30 bytes and the name.
        bytes[45] ^= 1;
        Files.write(jar, bytes);
        try (Server server = Server.watching(folder)) {
            assertThat(server.state("orders")).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.snapshot("orders").failure())
                    .hasValue("lib/words.jar is damaged: cannot read the entry words.txt");
        }
    }
}
