package vesper.testing.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MutantsTest {
    private static final String LIMIT = """
            package sample;
            public final class Limit {
                public static boolean allows(int n) {
                    return n < 10;
                }
            }
            """;

    @TempDir
    Path root;

    private String printed = "";

    @BeforeEach
    void options() throws Exception {
        Files.createDirectories(root.resolve("testing"));
        Files.writeString(
                root.resolve("testing/jvm.options"), "-Dsample=true\n-XX:TieredStopAtLevel=1\n-XX:+UseSerialGC\n");
    }

    @Test
    void one_that_a_test_notices_is_killed_by_that_test_and_any_other_survives() throws Exception {
        module("assertFalse(Limit.allows(10));", """
                sample/Limit.java: LimitTest
                - n < 10
                + n <= 10

                sample/Limit.java: LimitTest
                - n < 10
                + n < 9
                """);

        assertThat(run()).isEqualTo(1);
        assertThat(printed)
                .containsPattern(
                        "KILLED .*limit.mutants:1  sample/Limit.java  sample.LimitTest#limit.*expected: <false>")
                .containsPattern("SURVIVED .*limit.mutants:5  sample/Limit.java")
                .containsPattern("2 mutants in .*: 1 survived, 0 unfit\n$");
        assertThat(root.resolve("one/src/main/java/sample/Limit.java")).hasContent(LIMIT);
        assertThat(root.resolve("one/target/surefire-reports")).doesNotExist();
        assertThat(root.resolve("target/test-times.csv")).doesNotExist();
    }

    @Test
    void patterns_choose_mutants_and_tests() throws Exception {
        module("assertFalse(Limit.allows(10));", """
                sample/Limit.java: LimitTest
                - n < 10
                + n <= 10

                sample/Limit.java: LimitTest
                - n < 10
                + n < 9
                """);

        assertThat(run("limit.mutants:1")).isZero();
        assertThat(printed).containsPattern("1 mutants in .*: 0 survived, 0 unfit\n$");
        assertThat(run("other")).isEqualTo(2);
        assertThat(run("limit.mutants:5", "Other*")).as(printed).isZero();
        assertThat(printed).containsPattern("KILLED .*limit.mutants:5 .*sample.OtherTest#other");
    }

    @Test
    void one_that_fits_no_longer_or_does_not_compile_or_has_no_test_is_named() throws Exception {
        module("assertFalse(Limit.allows(10));", """
                sample/Limit.java: LimitTest
                - n > 10
                + n >= 10

                sample/Limit.java: LimitTest
                - n < 10
                + m < 10

                sample/Limit.java: LimitTest
                - n < 10
                + n <= 10
                """);

        assertThat(run()).isEqualTo(2);
        assertThat(printed)
                .containsPattern("UNFIT .*limit.mutants:1 .*not in sample/Limit.java: n > 10")
                .containsPattern("UNFIT .*limit.mutants:5 .*does not compile:\n.*cannot find symbol")
                .containsPattern("KILLED .*limit.mutants:9 ")
                .containsPattern("3 mutants in .*: 0 survived, 2 unfit\n$");

        module("assertFalse(Limit.allows(10));", """
                sample/Limit.java: MissingTest
                - n < 10
                + n <= 10
                """);
        assertThat(run()).isEqualTo(2);
    }

    @Test
    void tests_that_fail_without_a_mutant_kill_none() throws Exception {
        module("assertFalse(Limit.allows(9));", """
                sample/Limit.java: LimitTest
                - n < 10
                + n <= 10
                """);

        assertThat(run()).isEqualTo(2);
        assertThat(printed).contains("UNSOUND", "sample.LimitTest#limit").doesNotContain("KILLED");
    }

    private int run(String... choice) throws Exception {
        var bytes = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(List.of(root.toString(), "one"));
        arguments.addAll(List.of(choice));
        int status =
                Mutants.run(arguments.toArray(String[]::new), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        printed = bytes.toString(StandardCharsets.UTF_8);
        return status;
    }

    private void module(String assertion, String mutants) throws Exception {
        String classPath = System.getProperty("java.class.path");
        Path module = root.resolve("one");
        compile(module.resolve("src/main/java/sample/Limit.java"), LIMIT, module.resolve("target/classes"), classPath);
        compile(
                module.resolve("src/test/java/sample/LimitTest.java"),
                """
                        package sample;
                        import static org.junit.jupiter.api.Assertions.*;
                        import org.junit.jupiter.api.*;
                        class LimitTest { @Test void limit() { %s } }
                        """.formatted(assertion),
                module.resolve("target/test-classes"),
                module.resolve("target/classes") + ":" + classPath);
        compile(
                module.resolve("src/test/java/sample/OtherTest.java"),
                """
                        package sample;
                        import static org.junit.jupiter.api.Assertions.*;
                        import org.junit.jupiter.api.*;
                        class OtherTest { @Test void other() { assertTrue(Limit.allows(9)); } }
                        """,
                module.resolve("target/test-classes"),
                module.resolve("target/classes") + ":" + classPath);
        Files.writeString(module.resolve("target/test.classpath"), classPath);
        Files.createDirectories(module.resolve("src/test/mutants"));
        Files.writeString(module.resolve("src/test/mutants/limit.mutants"), mutants);
    }

    private static void compile(Path source, String text, Path classes, String classPath) throws Exception {
        Files.createDirectories(source.getParent());
        Files.createDirectories(classes);
        Files.writeString(source, text);
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-cp", classPath, "-proc:none"));
        arguments.add(source.toString());
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
    }
}
