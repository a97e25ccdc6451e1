package vesper.testing.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MutantTest {
    private static final Path FILE = Path.of("sync.mutants");

    @Test
    void blocks_are_mutants_with_their_places() {
        List<Mutant> mutants = Mutant.parse("journal", FILE, """
                # A comment.
                vesper/journal/A.java: ATest, B*
                - if (n > 1)
                -     stop();
                + if (n >= 1)
                +     stop();

                vesper/journal/C.java: CTest
                - force();
                """.lines().toList());

        assertThat(mutants)
                .containsExactly(
                        new Mutant(
                                "journal",
                                "sync.mutants:2",
                                "vesper/journal/A.java",
                                "ATest,B*",
                                "if (n > 1)\n    stop();",
                                "if (n >= 1)\n    stop();"),
                        new Mutant("journal", "sync.mutants:8", "vesper/journal/C.java", "CTest", "force();", ""));
    }

    @Test
    void a_block_without_a_text_or_a_test_is_refused_with_its_place() {
        for (String block :
                List.of("A.java: ATest\n+ x", "A.java\n- x", "A.java: ATest\n- x\nx", "A.java: ATest#one\n- x")) {
            assertThatThrownBy(() -> Mutant.parse("journal", FILE, block.lines().toList()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("sync.mutants:1: ");
        }
    }

    @Test
    void a_mutant_that_fits_once_is_applied_and_any_other_is_refused() {
        var mutant = new Mutant("journal", "place", "A.java", "ATest", "a < b", "a <= b");

        assertThat(mutant.applyTo("if (a < b) x();")).isEqualTo("if (a <= b) x();");
        assertThatThrownBy(() -> mutant.applyTo("a > b")).hasMessageContaining("not in A.java");
        assertThatThrownBy(() -> mutant.applyTo("a < b; a < b")).hasMessageContaining("twice in A.java");
    }

    @Test
    void one_is_called_by_its_line_or_by_a_part_of_its_file_or_source() {
        var mutant = new Mutant("journal", "journal/src/test/mutants/sync.mutants:12", "a/B.java", "BTest", "x", "y");

        assertThat(List.of("sync.mutants:12", "sync.mutants", "sync", "B.java", "a/"))
                .allMatch(mutant::isCalled);
        assertThat(List.of("sync.mutants:1", "c.mutants:12", "C.java")).noneMatch(mutant::isCalled);
        assertThat(mutant.name()).isEqualTo("sync-12");
    }
}
