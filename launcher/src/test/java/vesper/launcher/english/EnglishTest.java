package vesper.launcher.english;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Comments and pages are plain English: a reader who knows the field understands each sentence at first reading. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EnglishTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final double MOST_PER_1000_WORDS = 1.5;
    private static final double MOST_PER_1000_WORDS_OF_A_FILE = 6;
    /** A single marker in a shorter file is above any bar. */
    private static final int LEAST_WORDS = 100;

    /** Folders of builds, of users' data, and of libraries that others have written. */
    private static final Set<String> FOREIGN = Set.of("target", "data", "bench-results", "lib", "node_modules");

    private record Judged(String file, int words, List<String> markers) {
        double per1000Words() {
            return 1000.0 * markers.size() / Math.max(1, words);
        }
    }

    @Test
    void comments_and_pages_are_plain_english() throws IOException {
        List<Judged> files = judged();
        int words = files.stream().mapToInt(Judged::words).sum();
        List<String> markers =
                files.stream().flatMap(file -> file.markers.stream()).toList();

        assertThat(words).isGreaterThan(100_000);
        assertThat(1000.0 * markers.size() / words)
                .as(
                        "markers for each 1,000 words; some: %s",
                        markers.stream().limit(20).toList())
                .isLessThanOrEqualTo(MOST_PER_1000_WORDS);
    }

    @Test
    void no_file_has_many_stilted_phrases() throws IOException {
        List<String> stilted = judged().stream()
                .filter(file -> file.words >= LEAST_WORDS && file.per1000Words() > MOST_PER_1000_WORDS_OF_A_FILE)
                .map(file ->
                        "%s: %.1f for each 1,000 words: %s".formatted(file.file, file.per1000Words(), file.markers))
                .toList();

        assertThat(stilted).isEmpty();
    }

    @Test
    void comments_are_told_from_code_and_paragraphs_from_examples() {
        String code = """
                /**
                 * Whoever {@code anew} waits.
                 * @param name what it is
                 */
                int x = 1; // Nobody is told of it any more.
                """;
        assertThat(Prose.of("A.java", code).paragraphs())
                .containsExactly("Whoever waits. what it is", "Nobody is told of it any more.");
        assertThat(Markers.in("Nobody is told of it any more.")).hasSize(2);
        assertThat(Markers.in("The client receives an error and retries.")).isEmpty();

        String page = "# What it is\n\nOne line\nand `another`.\n\n```\nnobody\n```\n- an item\n| a | row |\n";
        assertThat(Prose.of("page.md", page).paragraphs())
                .containsExactly("What it is", "One line and  .", "- an item", "a   row");
        assertThat(Prose.of("run.sh", "#!/bin/sh\n# Starts it.\nexit 0\n").paragraphs())
                .containsExactly("Starts it.");
    }

    private static List<Judged> judged() throws IOException {
        List<Judged> judged = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean isForeign = !folder.equals(ROOT) && (FOREIGN.contains(name) || name.startsWith("."));
                return isForeign ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                // The markers themselves are among these.
                if (file.toString().contains("launcher/src/test/java/vesper/launcher/english"))
                    return FileVisitResult.CONTINUE;
                if (!name.matches(".*\\.(java|groovy|js|md|sh|py)")) return FileVisitResult.CONTINUE;
                Prose prose = Prose.of(name, Files.readString(file));
                List<String> markers = prose.paragraphs().stream()
                        .flatMap(text -> Markers.in(text).stream())
                        .toList();
                judged.add(new Judged(ROOT.relativize(file).toString(), prose.words(), markers));
                return FileVisitResult.CONTINUE;
            }
        });
        return judged;
    }
}
