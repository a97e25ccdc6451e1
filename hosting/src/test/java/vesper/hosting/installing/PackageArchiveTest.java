package vesper.hosting.installing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Validation of archives from untrusted clients. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PackageArchiveTest {
    private static final long ENOUGH = 64 << 20;

    private @TempDir Path folder;

    private UnpackResult unpack(Zip zip) throws IOException {
        return unpack(zip.bytes(), ENOUGH);
    }

    private UnpackResult unpack(byte[] archive, long maxBytes) throws IOException {
        Path file = Files.write(folder.resolve("archive.zip"), archive);
        return new PackageArchive(file, maxBytes).unpackInto(Files.createDirectory(folder.resolve("into")));
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve("into").resolve(file));
    }

    /** Asserts that no file was created outside the folder. */
    private void assertNothingElsewhere() throws IOException {
        try (Stream<Path> around = Files.list(folder)) {
            assertThat(around.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("archive.zip", "into");
        }
    }

    @Test
    void its_files_and_folders_are_unpacked() throws IOException {
        Zip zip = Zip.of("package.properties", "version = 1\n", "code/deep/", "", "code/deep/A.groovy", "class A {}");

        assertThat(unpack(zip)).isEqualTo(new UnpackResult.Unpacked(2));
        assertThat(text("code/deep/A.groovy")).isEqualTo("class A {}");
    }

    @Test
    void a_folder_around_everything_is_taken_off() throws IOException {
        Zip zip = Zip.of("orders-main/", "", "orders-main/code/A.groovy", "class A {}", "__MACOSX/._x", "junk");

        assertThat(unpack(zip)).isEqualTo(new UnpackResult.Unpacked(1));
        assertThat(text("code/A.groovy")).isEqualTo("class A {}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../out",
                "code/../../out",
                "/etc/out",
                "code/./a",
                "C:/out",
                "code\\..\\out",
                "code//a",
                "code/a\nb",
                "..",
                "code/..",
                "//out"
            })
    void a_name_that_leads_elsewhere_is_refused(String name) throws IOException {
        assertThat(unpack(Zip.of("code/A.groovy", "class A {}", name, "x"))).isInstanceOf(UnpackResult.Rejected.class);
        assertNothingElsewhere();
    }

    @Test
    void names_that_are_too_long_too_deep_or_no_text_are_refused() throws IOException {
        assertThat(new EntryNames().add("code/" + "a".repeat(256))).isPresent();
        assertThat(new EntryNames().add("a/".repeat(50) + "a")).isPresent();
        assertThat(unpack(Zip.of("code/A.groovy", "").named(new byte[] {(byte) 0xff, 'a'})))
                .isEqualTo(new UnpackResult.Rejected("the name of an entry is not UTF-8"));
    }

    @Test
    void a_link_is_refused_and_named() throws IOException {
        assertThat(unpack(Zip.of("code/A.groovy", "").link("code/passwd", "/etc/passwd")))
                .isEqualTo(new UnpackResult.Rejected("'code/passwd' is a link or a device"));
    }

    @Test
    void names_that_are_one_file_somewhere_are_refused() throws IOException {
        assertThat(unpack(Zip.of("code/A.groovy", "1", "code/A.groovy", "2")))
                .isEqualTo(new UnpackResult.Rejected("'code/A.groovy' is duplicated"));
        EntryNames names = new EntryNames();
        assertThat(names.add("code/A.groovy")).isEmpty();
        assertThat(names.add("code/a.groovy"))
                .hasValueSatisfying(why -> assertThat(why).contains("with different case"));
        assertThat(names.add("CODE/b.groovy")).isPresent();
        assertThat(names.add("code/A.groovy/b"))
                .hasValueSatisfying(why -> assertThat(why).contains("a file and a folder"));
        assertThat(names.add("code")).isPresent();
        assertThat(names.add("code/\u00e9")).isEmpty();
        assertThat(names.add("code/e\u0301")).isPresent();
    }

    @Test
    void what_is_packed_too_well_is_refused_while_it_is_unpacked() throws IOException {
        byte[] zeros = new byte[32 << 20];

        assertThat(unpack(Zip.of("package.properties", "").file("web/zeros", zeros)))
                .isEqualTo(new UnpackResult.TooLarge("'web/zeros' has a compression ratio above 100"));
        assertThat(Files.size(folder.resolve("into/web/zeros"))).isLessThan(8 << 20);
    }

    @Test
    void what_is_too_large_is_refused_whatever_it_says_of_itself() throws IOException {
        byte[] noise = new byte[3 << 20];
        new Random(7).nextBytes(noise);

        assertThat(unpack(
                        Zip.of("package.properties", "")
                                .lying("web/noise", noise)
                                .bytes(),
                        1 << 20))
                .isInstanceOfAny(UnpackResult.TooLarge.class, UnpackResult.InvalidArchive.class);
    }

    @Test
    void too_many_entries_are_refused_before_any_is_unpacked() throws IOException {
        Zip zip = new Zip();
        for (int i = 0; i <= PackageArchive.MAX_ENTRIES; i++) zip.named(("code/" + i).getBytes(UTF_8));

        assertThat(unpack(zip)).isInstanceOf(UnpackResult.TooLarge.class);
        assertThat(folder.resolve("into")).isEmptyDirectory();
    }

    @Test
    void a_hundred_thousand_entries_are_refused() throws IOException {
        Zip zip = new Zip();
        for (int i = 0; i < 100_000; i++) zip.named(("code/" + i).getBytes(UTF_8));

        assertThat(unpack(zip)).isNotInstanceOf(UnpackResult.Unpacked.class);
    }

    @Test
    void a_file_that_does_not_have_its_checksum_is_refused() throws IOException {
        assertThat(unpack(new Zip().damaged("code/A.groovy", "class A {}")))
                .isEqualTo(new UnpackResult.InvalidArchive("entry 'code/A.groovy' has a wrong checksum"));
    }

    @Test
    void a_file_whose_packed_bytes_are_damaged_is_named() throws IOException {
        byte[] noise = new byte[1000];
        new Random(7).nextBytes(noise);
        byte[] archive =
                Zip.of("code/A.groovy", "class A {}").file("web/noise", noise).bytes();
        // The first compressed byte of the first file declares the type of the block; 7 is not a valid type.
        archive[30 + "code/A.groovy".length()] = 7;

        assertThat(unpack(archive, ENOUGH))
                .isEqualTo(new UnpackResult.InvalidArchive("entry 'code/A.groovy' is damaged or truncated"));
    }

    @Test
    void what_holds_no_package_is_refused() throws IOException {
        assertThat(unpack(Zip.of("notes.txt", "x", "more/notes.txt", "y"))).isInstanceOf(UnpackResult.Rejected.class);
    }

    @Test
    void what_is_no_archive_or_a_part_of_one_is_refused_wherever_it_ends() throws IOException {
        byte[] whole = Zip.of("code/A.groovy", "class A {}", "conf/a.properties", "a = 1")
                .bytes();
        for (int length = 0; length < whole.length; length++) {
            Path file = Files.write(folder.resolve("cut.zip"), Arrays.copyOf(whole, length));
            Path into = Files.createDirectory(folder.resolve("into-" + length));
            assertThat(new PackageArchive(file, ENOUGH).unpackInto(into))
                    .as("%d bytes", length)
                    .isInstanceOf(UnpackResult.InvalidArchive.class);
        }
    }

    @Test
    void no_changed_byte_of_an_archive_does_more_than_have_it_refused() throws IOException {
        byte[] whole = Zip.of("code/A.groovy", "class A {}", "conf/a.properties", "a = 1")
                .bytes();
        Path into = Files.createDirectory(folder.resolve("into"));
        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit += 3) {
                byte[] changed = whole.clone();
                changed[at] ^= (byte) (1 << bit);
                Path file = Files.write(folder.resolve("archive.zip"), changed);
                PackageFileTree.delete(into);
                Files.createDirectory(into);
                assertThat(new PackageArchive(file, ENOUGH).unpackInto(into).toString())
                        .doesNotContain("null");
                assertNothingElsewhere();
            }
        }
    }
}
