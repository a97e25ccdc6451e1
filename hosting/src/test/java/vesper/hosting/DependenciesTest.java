package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.text;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** Packages that use classes of other packages. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DependenciesTest {
    private @TempDir Path folder;

    private void userOfWords() throws IOException {
        write(folder, "user/package.properties", "depends-on = words\n");
        write(folder, "user/code/Saying.groovy", serviceReturning("user", "x").replace("'x'", "new Word().text"));
    }

    private void words(String text) throws IOException {
        write(folder, "words/code/Word.groovy", "class Word { String text = '" + text + "' }");
    }

    private Server unwatched() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched());
    }

    @Test
    void a_circle_is_called_one_and_the_packages_beside_it_serve() throws IOException {
        write(folder, "a/package.properties", "depends-on = b\n");
        write(folder, "b/package.properties", "depends-on = c\n");
        write(folder, "c/package.properties", "depends-on = a\n");
        write(folder, "onlooker/package.properties", "depends-on = a\n");
        write(folder, "fine/code/Saying.groovy", serviceReturning("fine", "fine"));

        try (Server server = unwatched()) {
            assertThat(server.snapshot("b").failure()).contains("depends-on contains a cycle: b → c → a → b");
            assertThat(server.snapshot("onlooker").failure()).contains("it depends on a, which is load-failed");
            assertThat(text(server.get("/api/b"))).contains("depends-on contains a cycle");
            assertThat(server.wordFrom("/api/fine")).isEqualTo("fine");

            write(folder, "c/package.properties", "version = 1\n");
            server.packages.reload("c");

            for (String name : List.of("a", "b", "c", "onlooker"))
                assertThat(server.state(name)).as(name).isEqualTo(PackageState.STARTED);
        }
    }

    @Test
    void a_dependency_that_does_not_compile_holds_up_its_dependents_until_it_does() throws IOException {
        userOfWords();
        write(folder, "words/code/Word.groovy", "class Word { String text = }");

        try (Server server = unwatched()) {
            assertThat(server.snapshot("user").failure()).contains("it depends on words, which is load-failed");
            assertThat(server.get("/api/user").status()).isEqualTo(503);

            words("mended");
            server.packages.reload("words");

            assertThat(server.wordFrom("/api/user")).isEqualTo("mended");
        }
    }

    @Test
    void a_dependency_that_cannot_start_holds_up_its_dependents_until_it_can() throws IOException {
        userOfWords();
        words("here");
        String hook = "@org.springframework.web.bind.annotation.RestController class Hook { Hook() { %s } }";
        write(folder, "words/code/Hook.groovy", hook.formatted("throw new Error('no')"));

        try (Server server = unwatched()) {
            assertThat(server.state("user")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("user").failure()).contains("it depends on words, which is start-failed");

            write(folder, "words/code/Hook.groovy", hook.formatted(""));
            server.packages.reload("words");

            assertThat(server.wordFrom("/api/user")).isEqualTo("here");
            assertThat(server.snapshot("user").failure()).isEmpty();
        }
    }

    @Test
    void what_others_that_serve_depend_on_cannot_be_stopped() throws IOException {
        userOfWords();
        words("here");

        try (Server server = unwatched()) {
            assertThat(server.packages.stop("words"))
                    .isEqualTo(new PackageChange.HasDependents("words", List.of("user")));
            assertThat(server.state("words")).isEqualTo(PackageState.STARTED);

            server.packages.stop("user");
            assertThat(server.packages.stop("words")).isInstanceOf(PackageChange.Done.class);
            assertThat(server.packages.start("user")).isInstanceOf(PackageChange.Failed.class);
            assertThat(server.snapshot("user").failure()).contains("it depends on words, which is loaded");

            server.packages.start("words");
            assertThat(server.wordFrom("/api/user")).isEqualTo("here");
        }
    }

    @Test
    void a_dependency_that_is_renamed_is_missed_and_found_under_its_new_name() throws IOException {
        userOfWords();
        words("before");
        try (Server server = Server.watching(folder)) {
            write(folder, "words/package.properties", "name = phrases\n");
            Eventually.until(() -> server.snapshot("user").failure().isPresent(), () -> server.snapshot("user"));
            assertThat(server.snapshot("user").failure()).contains("it depends on words, which does not exist");
            assertThat(server.wordFrom("/api/user")).isEqualTo("before");

            words("after");
            write(folder, "user/package.properties", "depends-on = phrases\n");

            Eventually.until(() -> server.wordFrom("/api/user").equals("after"), () -> server.snapshot("user"));
        }
    }

    @Test
    void a_dependency_that_fails_to_compile_again_leaves_its_dependents_alone() throws IOException {
        userOfWords();
        words("before");
        try (Server server = unwatched()) {
            write(folder, "words/code/Word.groovy", "class Word { String text = }");
            server.packages.reload("words");

            assertThat(server.snapshot("user").generation()).isEqualTo(1);
            assertThat(server.wordFrom("/api/user")).isEqualTo("before");
        }
    }
}
