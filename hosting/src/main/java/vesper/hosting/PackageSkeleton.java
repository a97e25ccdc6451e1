package vesper.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Creates new packages for {@code vesper new NAME}: a folder with one working service and its test. */
public final class PackageSkeleton {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    private static final int MAX_NAME = 60;

    private static final String CONFIGURATION = """
            # Available to services. In production (--set packages.environment=prod), application-prod.properties takes precedence.
            greeting = Hello
            """;
    private static final String GROOVY_SERVICE = """
            import groovy.transform.CompileStatic
            import org.springframework.web.bind.annotation.*

            /** Try http://127.0.0.1:8080/api/%1$s and http://127.0.0.1:8080/api/%1$s?name=Ada */
            @CompileStatic
            @RestController
            @RequestMapping('%1$s')
            class %2$s {
                private final String greeting

                %2$s(Properties properties) {
                    greeting = properties.getProperty('greeting')
                }

                @GetMapping
                Map<String, String> greet(@RequestParam(name = 'name', defaultValue = 'world') String name) {
                    [message: "$greeting, $name!".toString()]
                }
            }
            """;
    private static final String JAVA_SERVICE = """
            import java.util.Map;
            import java.util.Properties;
            import org.springframework.web.bind.annotation.GetMapping;
            import org.springframework.web.bind.annotation.RequestMapping;
            import org.springframework.web.bind.annotation.RequestParam;
            import org.springframework.web.bind.annotation.RestController;

            /** Try http://127.0.0.1:8080/api/%1$s and http://127.0.0.1:8080/api/%1$s?name=Ada */
            @RestController
            @RequestMapping("%1$s")
            public class %2$s {
                private final String greeting;

                public %2$s(Properties properties) {
                    greeting = properties.getProperty("greeting");
                }

                @GetMapping
                public Map<String, String> greet(@RequestParam(name = "name", defaultValue = "world") String name) {
                    return Map.of("message", greeting + ", " + name + "!");
                }
            }
            """;
    private static final String GROOVY_TEST = """
            import org.junit.jupiter.api.Test

            /** Run by: ./vesper test --package %1$s */
            class %2$sTest {
                private final URI server

                /** The address of a server with this package, while the tests run. */
                %2$sTest(URI server) {
                    this.server = server
                }

                @Test
                void it_greets_the_world() {
                    assert get('/api/%1$s').contains('Hello, world!')
                }

                @Test
                void it_greets_by_name() {
                    assert get('/api/%1$s?name=Ada').contains('Hello, Ada!')
                }

                private String get(String path) {
                    server.resolve(path).toURL().text
                }
            }
            """;
    private static final String JAVA_TEST = """
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import java.io.IOException;
            import java.io.InputStream;
            import java.net.URI;
            import java.nio.charset.StandardCharsets;
            import org.junit.jupiter.api.Test;

            /** Run by: ./vesper test --package %1$s */
            class %2$sTest {
                private final URI server;

                /** The address of a server with this package, while the tests run. */
                %2$sTest(URI server) {
                    this.server = server;
                }

                @Test
                void it_greets_the_world() throws IOException {
                    assertTrue(get("/api/%1$s").contains("Hello, world!"));
                }

                @Test
                void it_greets_by_name() throws IOException {
                    assertTrue(get("/api/%1$s?name=Ada").contains("Hello, Ada!"));
                }

                private String get(String path) throws IOException {
                    try (InputStream in = server.resolve(path).toURL().openStream()) {
                        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    }
                }
            }
            """;

    private final Path packages;

    /** The language of the sources. */
    public enum Language {
        GROOVY,
        JAVA;

        private String suffix() {
            return this == GROOVY ? ".groovy" : ".java";
        }
    }

    /** Creates a generator for this folder of packages. */
    public PackageSkeleton(Path packages) {
        this.packages = packages;
    }

    /** The outcome of creating a package. */
    public sealed interface Outcome {
        /** The package was created with these files. */
        record Created(Path folder, List<Path> files) implements Outcome {}

        /** The name is invalid. The reason is a sentence. */
        record BadName(String name, String reason) implements Outcome {}

        /** The folder already exists and was not changed. */
        record FolderExists(Path folder) implements Outcome {}
    }

    /**
     * Creates the folder of a new package.
     *
     * @throws IOException if it cannot be written
     */
    public Outcome create(String name, Language language) throws IOException {
        if (!isName(name)) return new Outcome.BadName(name, explainInvalid(name));
        Optional<String> fault = PackageName.problemWith(name);
        if (fault.isPresent()) return new Outcome.BadName(name, "the name " + fault.get());
        Path folder = packages.resolve(name);
        if (Files.exists(folder)) return new Outcome.FolderExists(folder);

        List<Path> files = new ArrayList<>();
        for (var file : contents(name, language).entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling("."));
            files.add(Files.writeString(path, file.getValue()));
        }
        return new Outcome.Created(folder, List.copyOf(files));
    }

    private static boolean isName(String name) {
        return NAME.matcher(name).matches() && name.length() <= MAX_NAME;
    }

    private static String explainInvalid(String name) {
        String meant = name.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[^a-z]+|-+$", "");
        return "a package name consists of lower-case letters, digits and '-', starts with a letter and has at most "
                + MAX_NAME + " characters" + (isName(meant) ? ", did you mean " + meant + "?" : "");
    }

    private static Map<String, String> contents(String name, Language language) {
        String className = className(name);
        boolean groovy = language == Language.GROOVY;
        return new TreeMap<>(Map.of(
                "package.properties",
                descriptor(name),
                "conf/application.properties",
                CONFIGURATION,
                "code/" + className + language.suffix(),
                (groovy ? GROOVY_SERVICE : JAVA_SERVICE).formatted(name, className),
                "test/" + className + "Test" + language.suffix(),
                (groovy ? GROOVY_TEST : JAVA_TEST).formatted(name, className)));
    }

    /** Converts {@code purchase-orders} to {@code PurchaseOrders}. */
    private static String className(String name) {
        StringBuilder className = new StringBuilder();
        for (String word : name.split("-")) {
            if (word.isEmpty()) continue;
            className.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return className.toString();
    }

    private static String descriptor(String name) {
        return """
            # Every key is optional.
            # Name in the log and under /admin/packages; the default is the folder's name.
            #name = %1$s
            version = 0.1.0
            # Path of the static files in web/.
            #context-path = %1$s
            # "started" serves as soon as it is loaded, "loaded" waits until an operator starts it.
            #state-on-startup = started
            # Names of packages whose classes this one uses, separated by commas.
            #depends-on =
            """.formatted(name);
    }
}
