package vesper.hosting.installing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replacement of folders, and recovery after an interruption. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PackageFoldersTest {
    private @TempDir Path root;
    private Path packages;
    private PackageFolders folders;

    @BeforeEach
    void make() throws IOException {
        packages = Files.createDirectory(root.resolve("packages"));
        folders = folders(2);
    }

    private PackageFolders folders(int kept) {
        Clock clock = Clock.fixed(Instant.parse("2026-11-22T01:30:00Z"), ZoneOffset.UTC);
        return new PackageFolders(packages, new Trash(Optional.of(root.resolve("trash")), kept, clock));
    }

    private static Path holding(Path folder, String text) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("file"), text);
        return folder;
    }

    private String held() throws IOException {
        return Files.readString(packages.resolve("orders/file"));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void a_folder_takes_the_place_of_another_which_goes_to_the_trash() throws IOException {
        holding(packages.resolve("orders"), "old");
        Path incoming = folders.newIncoming();
        folders.replace(holding(incoming.resolve("orders"), "new"), "orders");
        assertThat(held()).isEqualTo("new");

        Path trashed = folders.discardReplaced("orders").orElseThrow();
        folders.discard(incoming);

        assertThat(trashed).isEqualTo(root.resolve("trash/orders-20261122T013000.000Z"));
        assertThat(trashed.resolve("file")).hasContent("old");
        assertThat(names(packages)).containsExactly("orders");
    }

    @Test
    void what_the_trash_holds_is_put_back_where_nothing_has_taken_its_place() throws IOException {
        holding(packages.resolve("orders"), "old");
        String inTrash = folders.remove("orders").orElseThrow().getFileName().toString();

        folders.restore(inTrash);
        assertThat(held()).isEqualTo("old");
        assertThat(names(packages)).containsExactly("orders");
        assertThatThrownBy(() -> folders.restore(inTrash)).isInstanceOf(NoSuchFileException.class);

        String again = folders.remove("orders").orElseThrow().getFileName().toString();
        holding(packages.resolve("orders"), "new");
        assertThatThrownBy(() -> folders.restore(again)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(held()).isEqualTo("new");
        assertThat(folders.nameOfTrashed("../packages")).isEmpty();
    }

    @Test
    void who_sends_something_in_is_not_disturbed_by_who_tidies_up() throws Exception {
        Callable<Integer> comingAndGoing = () -> {
            int gone = 0;
            for (; gone < 500; gone++) folders.discard(folders.newIncoming());
            return gone;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Integer> done : threads.invokeAll(Collections.nCopies(4, comingAndGoing)))
                assertThat(done.get()).isEqualTo(500);
        }
        assertThat(names(packages)).isEmpty();
    }

    @Test
    void what_was_put_can_be_taken_back() throws IOException {
        holding(packages.resolve("orders"), "old");
        Path incoming = folders.newIncoming();
        folders.replace(holding(incoming.resolve("orders"), "new"), "orders");

        folders.undoReplace("orders", incoming.resolve("orders"));
        folders.discard(incoming);

        assertThat(held()).isEqualTo("old");
        assertThat(names(packages)).containsExactly("orders");
    }

    @Test
    void a_server_that_ended_between_the_two_renames_has_the_old_folder_again() throws IOException {
        holding(packages.resolve("orders"), "old");
        holding(folders.newIncoming().resolve("orders"), "new");
        folders.moveAside("orders");

        folders(2).recover();

        assertThat(held()).isEqualTo("old");
        assertThat(names(packages)).containsExactly("orders");
    }

    @Test
    void a_server_that_ended_after_the_second_rename_has_the_new_folder() throws IOException {
        holding(packages.resolve("orders"), "old");
        folders.replace(holding(folders.newIncoming().resolve("orders"), "new"), "orders");

        folders(2).recover();

        assertThat(held()).isEqualTo("new");
        assertThat(names(packages)).containsExactly("orders");
        assertThat(names(root.resolve("trash"))).hasSize(1);
    }

    @Test
    void the_trash_keeps_the_newest_and_other_peoples_files() throws IOException {
        Path trash = holding(root.resolve("trash"), "mine");
        holding(trash.resolve("orders-20261120T000000.000Z"), "oldest");
        holding(trash.resolve("zebra-20261121T000000.000Z"), "older");
        holding(packages.resolve("orders"), "now");
        folders.moveAside("orders");
        folders.discardReplaced("orders");

        assertThat(names(trash)).containsExactly("file", "orders-20261122T013000.000Z", "zebra-20261121T000000.000Z");
    }

    @Test
    void without_a_trash_what_is_replaced_is_deleted_and_links_in_it_are_not_followed() throws IOException {
        Path outside = holding(root.resolve("outside"), "precious");
        Path orders = holding(packages.resolve("orders"), "old");
        Files.createSymbolicLink(orders.resolve("link"), outside);
        PackageFolders none = folders(0);

        none.moveAside("orders");
        assertThat(none.discardReplaced("orders")).isEmpty();

        assertThat(outside.resolve("file")).hasContent("precious");
        assertThat(names(packages)).isEmpty();
        assertThat(root.resolve("trash")).doesNotExist();
    }
}
