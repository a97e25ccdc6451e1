package vesper.testing.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SuiteTest {
    private static final String PASSING =
            "@Test void first() {} @Test void second() {} @Disabled @Test void later() {}";

    @TempDir
    Path root;

    private String printed = "";

    @BeforeEach
    void modules() throws Exception {
        Files.createDirectories(root.resolve("testing"));
        Files.writeString(
                root.resolve("testing/jvm.options"),
                "-Dfrom.options=read\n-XX:TieredStopAtLevel=1\n-XX:+UseSerialGC\n");
    }

    @Test
    void tests_of_several_modules_run_and_are_counted() throws Exception {
        module("one", source("PassingTest", PASSING));
        module("two", source("AnotherTest", "@Test void only() {}"));

        assertThat(run("--modules=one,two")).isZero();
        assertThat(printed).endsWith("3 passed, 0 failed, 1 skipped\n");
        assertThat(root.resolve("one/target/surefire-reports/TEST-sample.PassingTest.xml"))
                .content()
                .contains("tests=\"3\"");
        assertThat(root.resolve("target/test-times.csv")).content().contains("sample.PassingTest,");
    }

    @Test
    void a_failure_is_shown_with_its_reason_and_ends_the_suite_with_1() throws Exception {
        module(
                "one",
                source("PassingTest", PASSING),
                source("FailingTest", "@Test void wrong() { fail(\"not \\\\ 42\"); }"));

        assertThat(run("--modules=one")).isEqualTo(1);
        assertThat(printed)
                .contains(
                        "FAILED one        sample.FailingTest",
                        "sample.FailingTest#wrong",
                        "not \\ 42",
                        "FailingTest.java:")
                .endsWith("2 passed, 1 failed, 1 skipped\n");
    }

    @Test
    void a_container_that_fails_is_a_failure() throws Exception {
        module(
                "one",
                source("BrokenTest", "@BeforeAll static void start() { fail(\"no server\"); } @Test void never() {}"));

        assertThat(run("--modules=one")).isEqualTo(1);
        assertThat(printed).contains("no server").endsWith("0 passed, 1 failed, 0 skipped\n");
    }

    @Test
    void a_class_that_ends_its_jvm_has_failed_and_the_others_run() throws Exception {
        module(
                "one",
                source("EndingTest", "@Test void end() { Runtime.getRuntime().halt(3); }"),
                source("PassingTest", PASSING));

        assertThat(run("--modules=one", "-Dtest.jvms=1")).isEqualTo(1);
        assertThat(printed)
                .contains("the JVM of the test ended: exit code 3")
                .endsWith("2 passed, 1 failed, 1 skipped\n");
    }

    @Test
    void a_class_beyond_its_limit_leaves_its_threads_and_the_others_run() throws Exception {
        module(
                "one",
                source(
                        "HangingTest",
                        "@Test void hang() throws Exception { new java.util.concurrent.CountDownLatch(1).await(); }"),
                source("PassingTest", PASSING));

        assertThat(run("--modules=one", "-Dtest.jvms=1", "-Dtest.limit=4")).isEqualTo(1);
        assertThat(printed).contains("not finished after 4 s").endsWith("2 passed, 1 failed, 1 skipped\n");
        assertThat(root.resolve("one/target/surefire-reports/sample.HangingTest-threads.txt"))
                .content()
                .contains("HangingTest.hang");
    }

    @Test
    void what_tests_and_their_children_print_is_kept_apart_from_the_answers() throws Exception {
        module("one", source("PrintingTest", """
                        @Test void print() throws Exception {
                            System.out.println("printed by a test");
                            new ProcessBuilder("echo", "printed by a child").inheritIO().start().waitFor();
                        }"""));

        assertThat(run("--modules=one")).isZero();
        assertThat(printed).doesNotContain("printed by");
        Path reports = root.resolve("one/target/surefire-reports");
        assertThat(reports.resolve("sample.PrintingTest-output.txt")).hasContent("printed by a test");
        assertThat(reports.resolve("jvm-1.log")).content().contains("printed by a child");
    }

    @Test
    void classes_and_methods_are_chosen_by_patterns() throws Exception {
        module("one", source("PassingTest", PASSING), source("AnotherTest", "@Test void only() {}"));

        assertThat(run("--modules=one", "-Dtest=Pass*#sec*")).isZero();
        assertThat(printed).endsWith("1 passed, 0 failed, 0 skipped\n");
    }

    @Test
    void flags_of_the_command_and_of_the_files_reach_the_tests() throws Exception {
        module("one", source("FlagsTest", """
                        @Test void flags() {
                            assertEquals("read", System.getProperty("from.options"));
                            assertEquals("own", System.getProperty("of.module"));
                            assertEquals("given", System.getProperty("of.command"));
                            assertTrue(java.nio.file.Path.of("").toAbsolutePath().endsWith("one"));
                        }"""));
        Files.createDirectories(root.resolve("one/src/test"));
        Files.writeString(root.resolve("one/src/test/jvm.options"), "-Dof.module=own\n");

        assertThat(run("--modules=one", "-Dof.command=given")).as(printed).isZero();
    }

    @Test
    void classes_that_run_alone_run_when_all_others_have_ended() throws Exception {
        String times = """
                @Test void note() throws Exception {
                    java.nio.file.Files.writeString(
                            java.nio.file.Path.of("../order.txt"),
                            getClass().getSimpleName() + "\\n",
                            java.nio.file.StandardOpenOption.CREATE,
                            java.nio.file.StandardOpenOption.APPEND);
                }""";
        module("one", "@Tag(\"alone\") " + source("AloneTest", times), source("PassingTest", times));
        module("two", source("AnotherTest", times));

        assertThat(run("--modules=one,two")).as(printed).isZero();
        assertThat(Files.readAllLines(root.resolve("order.txt")))
                .hasSize(3)
                .last()
                .isEqualTo("AloneTest");
    }

    @Test
    void tests_with_the_excluded_tag_are_left_out() throws Exception {
        module("one", source("LongTest", "@Tag(\"long\") @Test void takesLong() {} @Test void isShort() {}"));

        assertThat(run("--modules=one")).isZero();
        assertThat(printed).endsWith("1 passed, 0 failed, 0 skipped\n");
        assertThat(run("--modules=one", "-Dtest.excluded=none")).isZero();
        assertThat(printed).endsWith("2 passed, 0 failed, 0 skipped\n");
    }

    @Test
    void a_failure_ends_its_class_and_those_behind_it_if_that_is_wanted() throws Exception {
        module(
                "one",
                source("FailingTest", "@RepeatedTest(100) void wrong() { fail(); }"),
                source("PassingTest", PASSING));

        assertThat(run("--modules=one", "--fail-fast", "-Dtest=FailingTest,Passing*", "-Dtest.jvms=1"))
                .isEqualTo(1);
        assertThat(printed).containsPattern("\n[02] passed, 1 failed, ");
    }

    @Test
    void reports_and_times_are_where_they_are_wanted() throws Exception {
        module("one", source("PassingTest", PASSING));

        assertThat(run("--modules=one", "--reports=" + root.resolve("elsewhere")))
                .isZero();
        assertThat(root.resolve("elsewhere/TEST-sample.PassingTest.xml")).exists();
        assertThat(root.resolve("elsewhere/test-times.csv")).content().contains("sample.PassingTest,");
        assertThat(root.resolve("one/target/surefire-reports")).doesNotExist();
        assertThat(root.resolve("target/test-times.csv")).doesNotExist();
    }

    @Test
    void a_run_of_no_test_is_no_success() throws Exception {
        module("one", source("PassingTest", PASSING));

        assertThat(run("--modules=one", "-Dtest=Missing*")).isEqualTo(2);
        assertThat(run("--modules=absent")).isEqualTo(2);
        assertThat(printed).contains("absent").contains("build the tests first");
    }

    @Test
    void an_unknown_option_is_refused_by_name() throws Exception {
        assertThat(run("--modules=one", "--fast")).isEqualTo(2);
        assertThat(printed).contains("--fast");
    }

    private int run(String... arguments) throws Exception {
        var bytes = new ByteArrayOutputStream();
        List<String> all = new ArrayList<>(List.of("--root=" + root));
        all.addAll(List.of(arguments));
        int status = Suite.run(all.toArray(String[]::new), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        printed = bytes.toString(StandardCharsets.UTF_8);
        return status;
    }

    private static String source(String name, String members) {
        return "class " + name + " { " + members + " }";
    }

    private void module(String name, String... sources) throws Exception {
        Path classes = root.resolve(name).resolve("target/test-classes");
        Files.createDirectories(classes);
        String classPath = System.getProperty("java.class.path");
        Files.writeString(root.resolve(name).resolve("target/test.classpath"), classPath);
        List<JavaFileObject> files = new ArrayList<>();
        for (String source : sources) files.add(new Source(source));
        boolean isCompiled = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        null,
                        List.of("-d", classes.toString(), "-cp", classPath, "-proc:none"),
                        null,
                        files)
                .call();
        assertThat(isCompiled).isTrue();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String declaration) {
            super(URI.create("string:///" + nameOf(declaration) + ".java"), Kind.SOURCE);
            text = """
                    package sample;
                    import static org.junit.jupiter.api.Assertions.*;
                    import org.junit.jupiter.api.*;
                    """ + declaration;
        }

        private static String nameOf(String declaration) {
            return declaration.replaceFirst("(?s).*?class (\\w+).*", "$1");
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
