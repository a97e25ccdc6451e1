package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.write;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.hosting.installing.Zip;
import vesper.testing.Eventually;
import vesper.testing.FaultyDisk;

/** Installation and deletion of packages. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class InstallTest {
    private @TempDir Path root;

    private Path folder() {
        return root.resolve("packages");
    }

    private Server server() throws IOException {
        Files.createDirectories(folder());
        return Server.over(HostingSettings.of(folder())
                .withInstalling(new InstallSettings(Optional.of(root.resolve("trash")), 10, 1 << 20)));
    }

    private static PackageInstall install(Server server, String name, Zip zip) throws IOException {
        return server.packages.install(name, new ByteArrayInputStream(zip.bytes()));
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    private static Zip zip(String path, String word) {
        return Zip.of(
                "code/Saying.groovy", serviceReturning(path, word), "package.properties", "version = " + word + "\n");
    }

    @Test
    void a_new_package_is_installed_and_answers() throws IOException {
        try (Server server = server()) {
            assertThat(install(server, "orders", zip("orders", "one")))
                    .isInstanceOfSatisfying(PackageInstall.Installed.class, installed -> {
                        assertThat(installed.isNew()).isTrue();
                        assertThat(installed.now().state()).isEqualTo(PackageState.STARTED);
                    });

            assertThat(server.wordFrom("/api/orders")).isEqualTo("one");
            assertThat(names(folder())).containsExactly("orders");
        }
        try (Server again = server()) {
            assertThat(again.wordFrom("/api/orders")).isEqualTo("one");
        }
    }

    @Test
    void a_package_is_replaced_and_what_it_was_lies_in_the_trash() throws IOException {
        try (Server server = server()) {
            install(server, "orders", zip("orders", "one"));

            PackageInstall replaced = install(server, "orders", zip("orders", "two"));

            assertThat(replaced)
                    .isInstanceOfSatisfying(
                            PackageInstall.Installed.class,
                            installed -> assertThat(installed.isNew()).isFalse());
            assertThat(server.wordFrom("/api/orders")).isEqualTo("two");
            assertThat(server.snapshot("orders").version()).isEqualTo("two");
            assertThat(names(root.resolve("trash"))).singleElement().asString().startsWith("orders-");
            assertThat(names(folder())).containsExactly("orders");
        }
    }

    @Test
    void what_does_not_compile_changes_nothing_and_says_where() throws IOException {
        try (Server server = server()) {
            install(server, "orders", zip("orders", "one"));

            PackageInstall broken = install(server, "orders", Zip.of("code/Saying.groovy", "class Saying { int x = }"));

            assertThat(broken)
                    .isInstanceOfSatisfying(
                            PackageInstall.NotServing.class,
                            not -> assertThat(not.tried().errors())
                                    .singleElement()
                                    .satisfies(error -> assertThat(error.file()).isEqualTo("code/Saying.groovy")));
            assertThat(server.wordFrom("/api/orders")).isEqualTo("one");
            assertThat(server.snapshot("orders").errors()).isEmpty();
            assertThat(server.snapshot("orders").generation()).isEqualTo(1);
            assertThat(install(server, "fresh", Zip.of("code/A.java", "class B extends C {}")))
                    .isInstanceOf(PackageInstall.NotServing.class);
            assertThat(names(folder())).containsExactly("orders");
            assertThat(server.packages.snapshot("fresh")).isEmpty();
        }
    }

    @Test
    void what_does_not_start_changes_nothing() throws IOException {
        Zip failing =
                Zip.of("code/Saying.groovy", serviceReturning("orders", "x").replace("@GetMapping", """
                @jakarta.annotation.PostConstruct void begin() { throw new IllegalStateException('no database') }
                @GetMapping"""));
        try (Server server = server()) {
            assertThat(install(server, "orders", failing)).isInstanceOf(PackageInstall.NotServing.class);
            assertThat(names(folder())).isEmpty();
            assertThat(server.get("/api/orders").status()).isEqualTo(404);

            install(server, "orders", zip("orders", "one"));
            assertThat(install(server, "orders", failing))
                    .isInstanceOfSatisfying(
                            PackageInstall.NotServing.class,
                            not -> assertThat(not.tried().failure().orElseThrow())
                                    .contains("no database"));

            assertThat(server.wordFrom("/api/orders")).isEqualTo("one");
            assertThat(server.snapshot("orders").failure()).isEmpty();
            assertThat(server.snapshot("orders").version()).isEqualTo("one");
            assertThat(Files.readString(folder().resolve("orders/package.properties")))
                    .contains("one");
        }
    }

    @Test
    void a_package_of_another_name_or_of_none_is_refused() throws IOException {
        try (Server server = server()) {
            assertThat(install(server, "orders", Zip.of("package.properties", "name = other\n")))
                    .isEqualTo(new PackageInstall.Rejected("its package.properties contains the name 'other'"));
            assertThat(install(server, "orders", Zip.of("package.properties", "nme = other\n")))
                    .isInstanceOf(PackageInstall.Rejected.class);
            for (String name : List.of("..", ".hidden", "a/b", "", "a".repeat(101)))
                assertThat(install(server, name, zip("a", "a"))).isInstanceOf(PackageInstall.Rejected.class);
            assertThat(server.packages.install("orders", new ByteArrayInputStream(new byte[100])))
                    .isInstanceOf(PackageInstall.InvalidArchive.class);
            assertThat(names(folder())).isEmpty();
        }
    }

    @Test
    void the_folder_of_another_package_is_not_taken_in_any_case() throws IOException {
        write(folder(), "Orders/package.properties", "name = elsewhere\n");
        try (Server server = server()) {
            assertThat(install(server, "orders", zip("orders", "x"))).isInstanceOf(PackageInstall.FolderInUse.class);

            assertThat(install(
                            server,
                            "elsewhere",
                            Zip.of(
                                    "package.properties",
                                    "name = elsewhere\n",
                                    "code/Saying.groovy",
                                    serviceReturning("e", "new"))))
                    .isInstanceOf(PackageInstall.Installed.class);
            assertThat(server.wordFrom("/api/e")).isEqualTo("new");
            assertThat(names(folder())).containsExactly("Orders");
        }
    }

    @Test
    void those_that_depend_on_a_replaced_package_see_its_new_classes() throws IOException {
        write(folder(), "user/package.properties", "depends-on = words\n");
        write(folder(), "user/code/Saying.groovy", serviceReturning("user", "x").replace("'x'", "new Word().text"));
        try (Server server = server()) {
            install(server, "words", Zip.of("code/Word.groovy", "class Word { String text = 'one' }"));
            assertThat(server.wordFrom("/api/user")).isEqualTo("one");

            install(server, "words", Zip.of("code/Word.groovy", "class Word { String text = 'two' }"));
            assertThat(server.wordFrom("/api/user")).isEqualTo("two");

            assertThat(server.packages.delete("words"))
                    .isEqualTo(new PackageChange.HasDependents("words", List.of("user")));
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "package.properties/x, 'package.properties/x' uses package.properties as a folder",
                "package.properties/, 'package.properties/' uses package.properties as a folder",
                "code, 'code' is a file",
                "code/Saying.groovy/x, 'code/Saying.groovy' is a file and a folder",
                "orders/package.properties/x, 'orders/package.properties/x' uses package.properties as a folder"
            })
    void an_archive_with_a_folder_in_the_place_of_a_file_is_refused_and_names_it(String entry, String reason)
            throws IOException {
        try (Server server = server()) {
            Zip first = entry.startsWith("code/") ? zip("orders", "x").file(entry, "") : Zip.of(entry, "");
            assertThat(install(server, "orders", first))
                    .isInstanceOfSatisfying(
                            PackageInstall.Rejected.class,
                            refused -> assertThat(refused.reason()).startsWith(reason));
            assertThat(names(folder())).isEmpty();
        }
    }

    @Test
    void files_that_cannot_be_read_as_what_they_are_called_are_named() throws IOException {
        try (Server server = server()) {
            assertThat(install(server, "orders", new Zip().file("package.properties", new byte[] {(byte) 0xff, '\n'})))
                    .isEqualTo(new PackageInstall.Rejected("package.properties is not UTF-8"));
            assertThat(install(server, "orders", zip("orders", "x").file("conf/a.properties/x", "")))
                    .isEqualTo(new PackageInstall.Rejected("a.properties is a folder"));
            assertThat(install(server, "orders", zip("orders", "x").file("lib/a.jar/x", "")))
                    .isInstanceOf(PackageInstall.NotServing.class);
            assertThat(names(folder())).isEmpty();
        }
    }

    @Test
    void names_that_a_disk_of_Windows_cannot_hold_are_refused_with_the_reason() throws IOException {
        try (Server server = server()) {
            for (String name : List.of("CON", "nul", "Com1", "lpt9.txt", "aux."))
                assertThat(install(server, name, zip("a", "a")))
                        .isInstanceOfSatisfying(
                                PackageInstall.Rejected.class,
                                refused -> assertThat(refused.reason()).contains("Windows"));
            assertThat(install(server, "a.", zip("a", "a")))
                    .isEqualTo(new PackageInstall.Rejected("its name ends with a dot, which Windows removes"));
            for (String name : List.of("consoles", "com", "com10", "lpt", "nulls", "a.con"))
                assertThat(install(server, name, zip(name, "a"))).isInstanceOf(PackageInstall.Installed.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"admin", "api", "health", "metrics", "openapi.json", "console", "Admin"})
    void names_and_context_paths_of_the_server_itself_are_refused_with_the_reason(String reserved) throws IOException {
        write(folder(), "dropped/package.properties", "context-path = /" + reserved + "/\n");
        write(folder(), reserved + "/web/index.html", "mine");
        try (Server server = server()) {
            assertThat(install(server, reserved, zip("a", "a")))
                    .isEqualTo(new PackageInstall.Rejected(
                            "its name is reserved for the server's own path /" + reserved.toLowerCase(Locale.ROOT)));
            assertThat(install(
                            server,
                            "orders",
                            zip("a", "a").file("conf/a.properties", "").file("web/index.html", "x")))
                    .isInstanceOf(PackageInstall.Installed.class);
            assertThat(install(server, "orders", Zip.of("package.properties", "context-path = " + reserved)))
                    .isEqualTo(new PackageInstall.Rejected(
                            "package.properties: context-path '" + reserved + "' is reserved for the server"));

            assertThat(server.state("dropped")).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.snapshot("dropped").failure().orElseThrow()).contains("'" + reserved + "'");
            assertThat(server.state(reserved)).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.snapshot(reserved).failure().orElseThrow()).contains("the server's own path /");
            assertThat(server.get("/" + reserved + "/index.html").status()).isEqualTo(404);
        }
    }

    @Test
    void what_is_refused_leaves_the_class_cache_as_it_was() throws IOException {
        Path classes = root.resolve("classes");
        Zip failing =
                Zip.of("code/Saying.groovy", serviceReturning("orders", "x").replace("@GetMapping", """
                @jakarta.annotation.PostConstruct void begin() { throw new IllegalStateException('no database') }
                @GetMapping"""));
        Files.createDirectories(folder());
        try (Server server = Server.over(HostingSettings.of(folder()).withClassCache(classes))) {
            assertThat(install(server, "orders", failing)).isInstanceOf(PackageInstall.NotServing.class);
            assertThat(names(classes)).isEmpty();

            install(server, "orders", zip("orders", "one"));
            List<String> cached = names(classes.resolve("orders"));
            assertThat(cached).hasSize(1);
            assertThat(install(server, "orders", failing)).isInstanceOf(PackageInstall.NotServing.class);
            assertThat(names(classes.resolve("orders"))).isEqualTo(cached);

            server.packages.delete("orders");
            assertThat(names(classes)).isEmpty();
        }
    }

    @Test
    void others_are_installed_while_archives_are_received_and_one_too_many_is_refused_unread() throws Exception {
        List<PipedOutputStream> senders = new ArrayList<>();
        List<CompletableFuture<PackageInstall>> slow = new ArrayList<>();
        try (Server server = server()) {
            Path incoming = folder().resolve(".vesper/incoming");
            for (int i = 1; i < ArchiveReceiver.MAX_CONCURRENT; i++) beginSending(server, "slow" + i, senders, slow);
            Eventually.until(() -> count(incoming) == senders.size(), () -> count(incoming));

            assertThat(install(server, "quick", zip("quick", "two"))).isInstanceOf(PackageInstall.Installed.class);
            assertThat(server.wordFrom("/api/quick")).isEqualTo("two");

            beginSending(server, "slow", senders, slow);
            Eventually.until(() -> count(incoming) == senders.size(), () -> count(incoming));
            assertThat(server.packages.install("other", unread())).isInstanceOf(PackageInstall.Busy.class);
            assertThat(names(incoming)).hasSize(senders.size());

            for (PipedOutputStream sender : senders) {
                sender.write(zip("path" + senders.indexOf(sender), "one").bytes());
                sender.close();
            }
            for (CompletableFuture<PackageInstall> one : slow)
                assertThat(one.get(20, TimeUnit.SECONDS)).isInstanceOf(PackageInstall.Installed.class);
            assertThat(install(server, "other", zip("other", "two"))).isInstanceOf(PackageInstall.Installed.class);
            assertThat(folder().resolve(".vesper")).doesNotExist();
        }
    }

    private static void beginSending(
            Server server,
            String name,
            List<PipedOutputStream> senders,
            List<CompletableFuture<PackageInstall>> answers)
            throws IOException {
        PipedOutputStream sender = new PipedOutputStream();
        PipedInputStream archive = new PipedInputStream(sender, 1 << 16);
        CompletableFuture<PackageInstall> answer = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                answer.complete(server.packages.install(name, archive));
            } catch (IOException e) {
                answer.completeExceptionally(e);
            }
        });
        senders.add(sender);
        answers.add(answer);
    }

    private static int count(Path folder) {
        try {
            return names(folder).size();
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void while_the_disk_is_full_nothing_is_installed_and_nothing_is_left() throws IOException {
        InputStream toFullDisk = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("No space left on device");
            }
        };
        try (Server server = server()) {
            install(server, "orders", zip("orders", "one"));

            assertThat(server.packages.install("orders", toFullDisk))
                    .isEqualTo(new PackageInstall.DiskFull("the disk is full (No space left on device)"));

            assertThat(server.wordFrom("/api/orders")).isEqualTo("one");
            assertThat(names(folder())).containsExactly("orders");
        }
    }

    @Test
    void while_the_disk_of_the_trash_is_full_no_fragment_is_left_there_and_packages_can_be_deleted()
            throws IOException {
        Path trash = Files.createDirectories(root.resolve("trash"));
        Files.createDirectories(folder());
        InstallSettings installing = new InstallSettings(Optional.of(FaultyDisk.fullAt(trash)), 10, 1 << 20);
        try (Server server = Server.over(HostingSettings.of(folder()).withInstalling(installing))) {
            install(server, "orders", zip("orders", "one"));

            assertThat(install(server, "orders", zip("orders", "two"))).isInstanceOf(PackageInstall.Installed.class);
            assertThat(names(trash)).isEmpty();
            assertThat(folder().resolve(".vesper/replaced/orders")).isDirectory();

            assertThat(install(server, "orders", zip("orders", "three")))
                    .isInstanceOfSatisfying(
                            PackageInstall.DiskFull.class,
                            no -> assertThat(no.reason()).startsWith("the disk is full ("));
        }
        try (Server server = Server.over(HostingSettings.of(folder()).withInstalling(installing))) {
            assertThat(server.wordFrom("/api/orders")).isEqualTo("two");
            assertThat(names(trash)).isEmpty();

            assertThat(server.packages.delete("orders")).isInstanceOf(PackageChange.Done.class);
            assertThat(server.get("/api/orders").status()).isEqualTo(404);
            assertThat(names(folder())).isEmpty();
            assertThat(names(trash)).isEmpty();
        }
    }

    private static InputStream unread() {
        return new InputStream() {
            @Override
            public int read() {
                throw new IllegalStateException("it was read");
            }
        };
    }

    @Test
    void a_deleted_package_answers_no_more_and_lies_in_the_trash() throws IOException {
        try (Server server = server()) {
            install(server, "orders", zip("orders", "one"));

            assertThat(server.packages.delete("orders")).isInstanceOfSatisfying(PackageChange.Done.class, done -> {
                assertThat(done.now().state()).isEqualTo(PackageState.UNLOADED);
                assertThat(done.now().folder())
                        .startsWith(root.resolve("trash"))
                        .isDirectory();
            });

            assertThat(server.get("/api/orders").status()).isEqualTo(404);
            assertThat(names(folder())).isEmpty();
            assertThat(server.packages.delete("orders")).isInstanceOf(PackageChange.NoSuchPackage.class);
        }
    }
}
