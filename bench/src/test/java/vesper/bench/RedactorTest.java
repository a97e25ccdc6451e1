package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RedactorTest {
    @TempDir
    Path home;

    private Path root;
    private Redactor redactor;

    @BeforeEach
    void open() throws Exception {
        root = Files.createDirectories(home.resolve("projects/vesper"));
        redactor = Redactor.of(root, Path.of("/opt/jdk-25"), home);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    -Xmx1g -Dadmin.password=hunter2 -Xint | -Xmx1g -Dadmin.password=*** -Xint
                    -DAPI_TOKEN=a,b&c -Xint               | -DAPI_TOKEN=*** -Xint
                    "-Ddb.secret=two words" -Xint         | "-Ddb.secret=***" -Xint
                    -Ddb.secret="two words" -Xint         | -Ddb.secret=*** -Xint
                    -Djavax.net.ssl.keyStorePassword='x'  | -Djavax.net.ssl.keyStorePassword=***
                    bench x --api-key abc --quick         | bench x --api-key *** --quick
                    --url http://me:mine@127.0.0.1:80/a   | --url http://***@127.0.0.1:80/a
                    --factor keep-alive=on,off            | --factor keep-alive=on,off
                    """)
    void a_value_whose_key_sounds_like_a_secret_is_not_told(String text, String redacted) {
        assertThat(redactor.redact(text)).isEqualTo(redacted);
    }

    @Test
    void arguments_and_variables_are_hidden_whole_whatever_is_in_them() {
        assertThat(redactor.ofCommand(
                        List.of("run", "--set", "http.credential=a b", "--token", "c d", "--set", "x=y z")))
                .containsExactly("run", "--set", "http.credential=***", "--token", "***", "--set", "x=y z");
        assertThat(redactor.ofVariables(Map.of("MY_SECRET", "a b"))).isEqualTo(Map.of("MY_SECRET", "***"));
        assertThat(redactor.valueOf("http.password", "x")).isEqualTo("***");
        assertThat(redactor.valueOf("http.threads.loops", "2")).isEqualTo("2");
    }

    @Test
    void where_things_are_on_this_machine_is_not_told() {
        assertThat(redactor.redact(root + "/vesper run --data " + root + "/data"))
                .isEqualTo("./vesper run --data ./data");
        assertThat(redactor.redact("-C " + root)).isEqualTo("-C .");
        // A folder beside the repository, not in it.
        assertThat(redactor.redact(root + "-old/vesper")).isEqualTo("~/projects/vesper-old/vesper");
        assertThat(redactor.redact("/opt/jdk-25/bin/java -XX:AOTCache=/opt/jdk-25/lib/x.jsa"))
                .isEqualTo("java -XX:AOTCache=JDK/lib/x.jsa");
        assertThat(redactor.redact("-cp " + root + "/a.jar:" + root + "/lib/*")).isEqualTo("-cp ./a.jar:./lib/*");
        assertThat(redactor.redact("'" + home + "/notes', (" + home + ")")).isEqualTo("'~/notes', (~)");
        assertThat(redactor.redact("--out /usr/lib/elsewhere/results, /usr")).isEqualTo("--out …/results, …/usr");
    }

    @Test
    void paths_of_urls_and_of_the_kernel_stay() {
        String text = "GET /api/test/sayHello of http://127.0.0.1:8080/usr/x, 1/2 of /proc/7/stat";
        assertThat(redactor.redact(text)).isEqualTo(text);
    }

    @Test
    void what_was_run_is_told_so_among_the_facts_of_the_machine() {
        assertThat(MachineFacts.gather(root).values())
                .noneMatch(fact -> fact.contains(System.getProperty("java.home")))
                .noneMatch(fact -> fact.contains(root.toString()));
    }
}
