package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FolderWatchTest {
    private @TempDir Path folder;

    @Test
    void a_listener_that_fails_is_told_of_the_next_change_all_the_same() throws IOException {
        Set<String> told = new ConcurrentSkipListSet<>();
        try (FolderWatch watch = FolderWatch.create(folder, Duration.ofMillis(5))) {
            watch.start((changed, _) -> {
                told.addAll(changed);
                if (changed.contains("error")) throw new NoClassDefFoundError("Gone");
                throw new StackOverflowError();
            });

            for (String name : new String[] {"error", "overflow", "last"}) {
                write(folder, name + "/package.properties", "");
                Eventually.until(() -> told.contains(name), () -> told);
            }
        }
    }

    private Set<String> told(FolderWatch watch) {
        Set<String> told = new ConcurrentSkipListSet<>();
        watch.start((changed, _) -> {
            told.addAll(changed);
            return Set.of();
        });
        return told;
    }

    /**
     * Writes until the change is reported, because the test cannot know when the watch has registered the new folder.
     */
    private static void awaitTold(Path root, String name, Set<String> told) {
        Eventually.until(
                () -> {
                    try {
                        write(root, name + "/package.properties", "");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return told.contains(name);
                },
                () -> told);
    }

    @Test
    void a_folder_that_is_deleted_and_made_again_is_watched_again() throws IOException {
        Path root = Files.createDirectory(folder.resolve("packages"));
        write(root, "old/package.properties", "");
        try (FolderWatch watch = FolderWatch.create(root, Duration.ofMillis(5))) {
            Set<String> told = told(watch);
            for (String name : new String[] {"first", "second"}) {
                told.clear();
                delete(root);
                Eventually.until(() -> !told.isEmpty(), () -> told);
                Files.createDirectory(root);
                Files.createDirectory(root.resolve("there"));
                Eventually.until(() -> told.contains("there"), () -> told);
                awaitTold(root, name, told);
                write(root, name + "/code/deep/A.groovy", "");
                Eventually.until(() -> told.contains(name), () -> told);
            }
        }
    }

    @Test
    void a_folder_that_another_takes_the_place_of_is_that_one() throws IOException {
        Path root = Files.createDirectory(folder.resolve("packages"));
        write(root, "old/package.properties", "");
        Path other = Files.createDirectory(folder.resolve("other"));
        write(other, "new/package.properties", "");
        Files.createDirectory(other.resolve(".hidden"));
        try (FolderWatch watch = FolderWatch.create(root, Duration.ofMillis(5))) {
            Set<String> told = told(watch);

            Files.move(root, folder.resolve("aside"));
            Files.move(other, root);

            Eventually.until(() -> told.contains("old") && told.contains("new"), () -> told);
            assertThat(told).doesNotContain(".hidden");
            told.clear();
            write(folder, "aside/old/package.properties", "unheard = true");
            write(root, "later/package.properties", "");
            Eventually.until(() -> told.contains("later"), () -> told);
            assertThat(told).doesNotContain("old");
        }
    }

    @Test
    void where_events_are_lost_every_package_is_told_and_no_hidden_folder() throws IOException {
        write(folder, "untouched/package.properties", "");
        Files.createDirectory(folder.resolve(".hidden"));
        try (FolderWatch watch = FolderWatch.create(folder, Duration.ofMillis(5))) {
            makeMoreEventsThanAreKept();
            Set<String> told = told(watch);

            // The watch may have kept up with the events. Only lost events make it report an untouched folder.
            Eventually.until(
                    () -> {
                        if (!told.contains("untouched")) makeMoreEventsThanAreKept();
                        return told.contains("untouched");
                    },
                    told::size);
            assertThat(told).doesNotContain(".hidden");
        }
    }

    /** Creates more events than the JDK keeps for a folder, which is 512. */
    private void makeMoreEventsThanAreKept() {
        try {
            for (int i = 0; i < 1_000; i++) Files.delete(Files.createFile(folder.resolve("file" + i)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_link_that_leads_elsewhere_is_followed() throws IOException {
        Path root = folder.resolve("packages");
        Path one = Files.createDirectory(folder.resolve("one"));
        Path two = Files.createDirectory(folder.resolve("two"));
        write(two, "new/package.properties", "");
        Files.createSymbolicLink(root, one);
        try (FolderWatch watch = FolderWatch.create(root, Duration.ofMillis(5))) {
            Set<String> told = told(watch);

            Path link = Files.createSymbolicLink(folder.resolve("link"), two);
            Files.move(link, root, StandardCopyOption.ATOMIC_MOVE);

            Eventually.until(() -> told.contains("new"), () -> told);
            write(two, "later/package.properties", "");
            Eventually.until(() -> told.contains("later"), () -> told);
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
