package vesper.console.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AssemblyTest {
    private static final long KILOBYTE = 1000;
    private static final Pattern SCRIPT = Pattern.compile("<script type=\"module\" src=\"/console/([^\"]+)\">");

    @TempDir
    Path folder;

    @BeforeEach
    void write_sources() throws IOException {
        write("web/index.html", """
                <link rel="stylesheet" href="look.css">
                <!-- preload app.js -->
                <script type="module" src="app.js"></script>
                """);
        write("web/look.css", "body { margin: 0; }\n");
        write("web/app.js", """
                // A comment of its own line.
                import { shine } from 'star';
                import './core/part.js';
                export const later = () => import('./pages/late.js');
                shine('//not a comment');
                """);
        write("web/core/part.js", "export const part = 1;\n");
        write("web/pages/late.js", "import { part } from '../core/part.js';\nexport default part;\n");
        write("web/unused.js", "throw new Error();\n");
        write("library/META-INF/importmap.json", """
                {"imports": {"star": "/_static/star/1.2.0/index.js", "star/": "/_static/star/1.2.0/"}}""");
        write("library/META-INF/resources/_static/star/1.2.0/LICENSE", "Take it and be happy.\n");
        write("library/META-INF/resources/_static/star/1.2.0/index.js", """
                /**
                A comment * over
                several lines */
                import{light}from"./light.js";const a = /*#__PURE__*/light();
                export const shine = (text) => text + a;
                //# sourceMappingURL=index.js.map""");
        write("library/META-INF/resources/_static/star/1.2.0/light.js", "export const light = () => 1;\n");
    }

    @Test
    void what_is_loaded_has_names_with_hashes_and_imports_lead_to_them() throws IOException {
        String app = read(script());
        assertThat(script()).matches("assets/app-c0[0-9a-f]{16}\\.js");
        Matcher library = matcher("import \\{ shine } from '\\./(static-star-1-2-0-index-c0[0-9a-f]{16}\\.js)';", app);
        assertThat(read("assets/" + library.group(1))).contains("from\"./static-star-1-2-0-light-c0");
        Matcher part = matcher("import '\\./(core-part-c0[0-9a-f]{16}\\.js)';", app);
        Matcher late = matcher("import\\('\\./(pages-late-c0[0-9a-f]{16}\\.js)'\\)", app);
        assertThat(read("assets/" + late.group(1))).contains("'./" + part.group(1) + "'");
        assertThat(files()).noneMatch(name -> name.contains("unused"));
    }

    @Test
    void a_page_asks_at_once_for_all_that_runs_first_and_not_for_what_comes_later() throws IOException {
        assemble();
        List<String> preloaded = read("index.html")
                .lines()
                .filter(line -> line.contains("modulepreload"))
                .toList();
        assertThat(preloaded).hasSize(4).noneMatch(line -> line.contains("late"));
    }

    @Test
    void names_change_with_what_they_lead_to() throws IOException {
        String before = script();
        write("library/META-INF/resources/_static/star/1.2.0/light.js", "export const light = () => 2;\n");
        assertThat(script()).isNotEqualTo(before);
        write("library/META-INF/resources/_static/star/1.2.0/light.js", "export const light = () => 1;\n");
        assertThat(script()).isEqualTo(before);
    }

    @Test
    void what_has_not_changed_is_not_written_again_and_what_is_no_longer_loaded_is_deleted() throws IOException {
        String before = script();
        List<String> files = files();
        FileTime longAgo = FileTime.fromMillis(0);
        for (String name : files) Files.setLastModifiedTime(target().resolve(name), longAgo);
        assemble();
        for (String name : files)
            assertThat(Files.getLastModifiedTime(target().resolve(name)))
                    .as(name)
                    .isEqualTo(longAgo);

        write("web/app.js", "import { shine } from 'star';\nshine('');\n");
        assertThat(script()).isNotEqualTo(before);
        assertThat(files())
                .contains("index.html", "index.html.gz")
                .doesNotContain(before, before + ".gz")
                .noneMatch(name -> name.contains("late"));
    }

    @Test
    void comments_with_lines_of_their_own_are_left_out_and_code_that_looks_like_them_is_not() throws IOException {
        String app = read(script());
        assertThat(app).doesNotContain("its own line").contains("shine('//not a comment')");
        String library = read(
                "assets/" + matcher("(static-star-1-2-0-index-[^']+)'", app).group(1));
        assertThat(library)
                .doesNotContain("several lines", "sourceMappingURL")
                .contains("/*#__PURE__*/light()", "shine = (text)");
    }

    @Test
    void each_file_is_there_compressed_and_the_licences_of_libraries_are_handed_on() throws IOException {
        assemble();
        for (String name : files()) {
            if (name.endsWith(".gz")) continue;
            try (InputStream in = new GZIPInputStream(Files.newInputStream(target().resolve(name + ".gz")))) {
                assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(target().resolve(name)));
            }
        }
        assertThat(read("licenses.txt")).contains("== star/1.2.0", "Take it and be happy.");
    }

    @Test
    void blanks_before_lines_are_left_out_unless_a_text_may_go_over_several_lines() {
        assertThat(ModuleText.withoutIndents("if (a)\n    b(`c ${d}`);\n\t e();\n"))
                .isEqualTo("if (a)\nb(`c ${d}`);\ne();\n");
        String text = "const a = `\n    b`;\n    c();\n";
        assertThat(ModuleText.withoutIndents(text)).isEqualTo(text);
        String goingOn = "const a = 'b\\\n    c';\n";
        assertThat(ModuleText.withoutIndents(goingOn)).isEqualTo(goingOn);
    }

    @Test
    void all_of_the_console_is_at_most_300_kilobytes_compressed() throws IOException {
        Assembly.run(Path.of("src/main/web"), Libraries.of(AssemblyTest.class.getClassLoader()), target());
        long bytes = 0;
        for (String name : files())
            if (name.endsWith(".gz") && !name.startsWith("licenses")) bytes += Files.size(target().resolve(name));
        assertThat(bytes).isBetween(100 * KILOBYTE, 300 * KILOBYTE);
    }

    @Test
    void what_cannot_be_resolved_is_refused_by_name() throws IOException {
        write("web/core/part.js", "import 'moon';\n");
        assertThatThrownBy(this::assemble).hasMessage("no library is called moon");
        write("web/core/part.js", "import '../app.js';\n");
        assertThatThrownBy(this::assemble).hasMessageContaining("modules import each other");
    }

    private String script() throws IOException {
        assemble();
        Matcher script = SCRIPT.matcher(read("index.html"));
        assertThat(script.find()).isTrue();
        return script.group(1);
    }

    private void assemble() throws IOException {
        URL library = folder.resolve("library").toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {library}, null)) {
            Assembly.run(folder.resolve("web"), Libraries.of(loader), target());
        }
    }

    private Path target() {
        return folder.resolve("target");
    }

    private String read(String name) throws IOException {
        return Files.readString(target().resolve(name));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(target())) {
            return all.filter(Files::isRegularFile)
                    .map(file -> target().relativize(file).toString())
                    .toList();
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Matcher matcher(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher;
    }
}
