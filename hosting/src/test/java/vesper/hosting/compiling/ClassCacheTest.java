package vesper.hosting.compiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.rest.operations.DocComments;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassCacheTest {
    private static final DocComments DOCS =
            new DocComments(Map.of("a.One", "The first; größer.", "a.One#of(String,byte[])", "Makes\n@param it"));
    private static final Compilation.Compiled CLASSES =
            new Compilation.Compiled(new ClassFiles(Map.of("a.One", new byte[] {1, 2, 3}, "Two", new byte[0])), DOCS);

    private @TempDir Path folder;
    private ClassCache cache;

    @BeforeEach
    void open() {
        cache = new ClassCache(folder.resolve("classes"));
    }

    @Test
    void what_is_stored_is_found_under_its_key() {
        cache.store("hello", key("x"), CLASSES);

        Compilation.Compiled compiled = cache.find("hello", key("x")).orElseThrow();

        ClassFiles found = compiled.classes();
        assertThat(found.byName()).hasSize(2);
        assertThat(found.bytesOf("a.One")).containsExactly(1, 2, 3);
        assertThat(found.bytesOf("Two")).isEmpty();
        assertThat(compiled.docs()).isEqualTo(DOCS);
    }

    @Test
    void nothing_is_found_under_another_key_or_for_another_package() {
        cache.store("hello", key("x"), CLASSES);

        assertThat(cache.find("hello", key("y"))).isEmpty();
        assertThat(cache.find("echo", key("x"))).isEmpty();
    }

    @Test
    void a_file_of_the_format_before_counts_as_not_there() throws IOException {
        cache.store("hello", key("x"), CLASSES);
        Path file = files().getFirst();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        bytes.putShort(8, (short) 1);
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, bytes.capacity() - Integer.BYTES);
        bytes.putInt(bytes.capacity() - Integer.BYTES, (int) crc.getValue());
        Files.write(file, bytes.array());

        assertThat(cache.find("hello", key("x"))).isEmpty();
    }

    @Test
    void a_file_damaged_anywhere_counts_as_not_there() throws IOException {
        cache.store("hello", key("x"), CLASSES);
        Path file = files().getFirst();
        byte[] whole = Files.readAllBytes(file);

        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(file, damaged);
            assertThat(cache.find("hello", key("x"))).as("byte %d", at).isEmpty();
        }
    }

    @Test
    void a_file_cut_off_anywhere_counts_as_not_there() throws IOException {
        cache.store("hello", key("x"), CLASSES);
        Path file = files().getFirst();
        byte[] whole = Files.readAllBytes(file);

        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(cache.find("hello", key("x"))).as("%d bytes", length).isEmpty();
        }
    }

    @Test
    void a_file_under_the_wrong_name_counts_as_not_there() throws IOException {
        cache.store("hello", key("x"), CLASSES);
        Path file = files().getFirst();
        Files.move(file, file.resolveSibling(key("y").hex() + ".classes"));

        assertThat(cache.find("hello", key("y"))).isEmpty();
    }

    @Test
    void only_the_newest_entry_of_a_package_is_kept() throws IOException {
        cache.store("hello", key("x"), CLASSES);
        cache.store("hello", key("y"), CLASSES);

        assertThat(files()).hasSize(1);
        assertThat(cache.find("hello", key("y"))).isPresent();
    }

    @Test
    void entries_of_packages_that_are_gone_are_deleted_and_other_files_are_not() throws IOException {
        cache.store("hello", key("x"), CLASSES);
        cache.store("gone", key("x"), CLASSES);
        cache.store("noted", key("x"), CLASSES);
        Files.writeString(folder.resolve("classes/noted/note.txt"), "mine");

        cache.retainAll(Set.of("hello"));

        assertThat(cache.find("hello", key("x"))).isPresent();
        assertThat(folder.resolve("classes/gone")).doesNotExist();
        assertThat(files())
                .extracting(Path::getFileName)
                .extracting(Path::toString)
                .contains("note.txt")
                .hasSize(2);
    }

    @Test
    void a_cache_that_cannot_be_written_goes_without() throws IOException {
        Files.writeString(folder.resolve("classes"), "a file where the folder should be");

        cache.store("hello", key("x"), CLASSES);

        assertThat(cache.find("hello", key("x"))).isEmpty();
    }

    @Test
    void the_key_depends_on_names_and_texts_of_sources() {
        Set<CacheKey> keys = Set.of(
                CacheKey.of(List.of(new SourceFile("a", "bc")), List.of(), List.of(), List.of()),
                CacheKey.of(List.of(new SourceFile("ab", "c")), List.of(), List.of(), List.of()),
                CacheKey.of(
                        List.of(new SourceFile("a", "b"), new SourceFile("c", "")), List.of(), List.of(), List.of()));

        assertThat(keys).hasSize(3);
    }

    private static CacheKey key(String source) {
        return CacheKey.of(List.of(new SourceFile("code/A.groovy", source)), List.of(), List.of(), List.of());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
