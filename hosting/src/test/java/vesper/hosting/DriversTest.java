package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** JDBC drivers in the lib folders of packages, used in the usual way: through the URL of the database alone. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DriversTest {
    /**
     * A driver whose connections fail with a message that contains the URL. The placeholder is for a static initializer
     * that registers it, as most drivers have.
     */
    private static final String DRIVER = """
            package stub;
            import java.sql.*;
            import java.util.Properties;
            import java.util.logging.Logger;
            public final class StubDriver implements Driver {
                %s
                public boolean acceptsURL(String url) { return url.startsWith("jdbc:stub:"); }
                public Connection connect(String url, Properties info) throws SQLException {
                    if (!acceptsURL(url)) return null;
                    throw new SQLException("connected to " + url);
                }
                public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) { return new DriverPropertyInfo[0]; }
                public int getMajorVersion() { return 1; }
                public int getMinorVersion() { return 0; }
                public boolean jdbcCompliant() { return false; }
                public Logger getParentLogger() { return null; }
            }
            """;

    private static final String SELF_REGISTERING =
            "static { try { DriverManager.registerDriver(new StubDriver()); } catch (SQLException e) { throw new Error(e); } }";

    private static final String JAVA = """
            import org.springframework.web.bind.annotation.*;
            @RestController
            public class Asking {
                @GetMapping("java") public String ask() {
                    try {
                        java.sql.DriverManager.getConnection("jdbc:stub:x").close();
                        return "";
                    } catch (java.sql.SQLException e) {
                        return e.getMessage();
                    }
                }
            }
            """;

    private static final String GROOVY = """
            import java.sql.*
            import org.springframework.web.bind.annotation.*
            @RestController
            class AskingToo {
                @GetMapping('groovy') String ask() {
                    try { DriverManager.getConnection('jdbc:stub:y').close(); '' } catch (SQLException e) { e.message }
                }
            }
            """;

    private @TempDir Path folder;
    private @TempDir Path scratch;

    @BeforeEach
    void aPackageWithADriver() throws IOException {
        writeDriver(SELF_REGISTERING, "stub.StubDriver\n");
        write(folder, "one/code/Asking.java", JAVA);
    }

    private void writeDriver(String registering, String services) throws IOException {
        write(scratch, "stub/StubDriver.java", DRIVER.formatted(registering));
        Path source = scratch.resolve("stub/StubDriver.java");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", scratch.toString(), source.toString()))
                .isZero();
        Path jar = Files.createDirectories(folder.resolve("one/lib")).resolve("stub.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry("stub/StubDriver.class"));
            Files.copy(scratch.resolve("stub/StubDriver.class"), out);
            out.putNextEntry(new JarEntry("META-INF/services/java.sql.Driver"));
            out.write(services.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    @Test
    void a_driver_in_lib_is_found_by_Java_and_by_Groovy() throws IOException {
        write(folder, "one/code/AskingToo.groovy", GROOVY);
        try (Server server = unwatched()) {
            assertThat(Server.text(server.get("/api/java"))).contains("connected to jdbc:stub:x");
            assertThat(Server.text(server.get("/api/groovy"))).contains("connected to jdbc:stub:y");
        }
    }

    @Test
    void a_driver_that_does_not_register_itself_is_found_and_one_that_is_not_there_harms_no_other() throws IOException {
        writeDriver("", "stub.Missing\nstub.StubDriver\n");
        try (Server server = unwatched()) {
            assertThat(Server.text(server.get("/api/java"))).contains("connected to jdbc:stub:x");
        }
    }

    @Test
    void a_package_that_was_stopped_and_is_started_again_finds_its_driver() throws IOException {
        try (Server server = unwatched()) {
            server.packages.stop("one");
            server.packages.start("one");
            assertThat(Server.text(server.get("/api/java"))).contains("connected to jdbc:stub:x");
        }
    }

    @Test
    void packages_do_not_see_one_anothers_drivers_but_those_that_they_depend_on() throws IOException {
        write(folder, "two/code/Two.java", JAVA.replace("Asking", "Two").replace("\"java\"", "\"two\""));
        write(folder, "three/code/Three.java", JAVA.replace("Asking", "Three").replace("\"java\"", "\"three\""));
        write(folder, "three/package.properties", "depends-on = one\n");
        try (Server server = unwatched()) {
            assertThat(Server.text(server.get("/api/two"))).contains("No suitable driver");
            assertThat(Server.text(server.get("/api/three"))).contains("connected to jdbc:stub:x");
        }
    }

    @Test
    void replaced_code_with_a_driver_is_garbage_and_its_successor_finds_its_own() throws IOException {
        try (Server server = Server.watching(folder)) {
            var old = new WeakReference<>(
                    server.packages.hosted().getFirst().current().orElseThrow().loader());
            assertThat(Server.text(server.get("/api/java"))).contains("connected to");

            write(folder, "one/code/Asking.java", JAVA.replace("\"\";", "\"never\";"));
            Eventually.until(() -> server.snapshot("one").generation() == 2, () -> server.snapshot("one"));

            assertThat(Server.text(server.get("/api/java"))).contains("connected to jdbc:stub:x");
            Eventually.until(
                    () -> {
                        System.gc();
                        return old.get() == null;
                    },
                    () -> "reachable: " + old.get());
        }
    }

    private Server unwatched() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched());
    }
}
