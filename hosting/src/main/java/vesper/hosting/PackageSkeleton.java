package vesper.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What {@code vesper new NAME} makes: the folder of a package whose one service answers at once. */
public final class PackageSkeleton {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    private final Path packages;

    /** Makes packages in this folder. */
    public PackageSkeleton(Path packages) {
        this.packages = packages;
    }

    /** What came of asking for a new package. */
    public sealed interface Outcome {
        /** It is there, made of these files. */
        record Created(Path folder, List<Path> files) implements Outcome {}

        /** The name is none for a package; the reason is a sentence. */
        record BadName(String name, String reason) implements Outcome {}

        /** There is something of this name already; it was left alone. */
        record Taken(Path folder) implements Outcome {}
    }

    /**
     * Makes the folder of a new package.
     *
     * @throws IOException if it cannot be written
     */
    public Outcome create(String name) throws IOException {
        if (!NAME.matcher(name).matches()) {
            return new Outcome.BadName(
                    name, "a package's name is of lower-case letters, digits and '-', and begins with a letter");
        }
        Path folder = packages.resolve(name);
        if (Files.exists(folder)) return new Outcome.Taken(folder);

        List<Path> files = new ArrayList<>();
        for (var file : contents(name).entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling("."));
            files.add(Files.writeString(path, file.getValue()));
        }
        return new Outcome.Created(folder, List.copyOf(files));
    }

    private static Map<String, String> contents(String name) {
        String className = className(name);
        return new TreeMap<>(Map.of(
                "package.properties", descriptor(name), "code/" + className + ".groovy", service(name, className)));
    }

    /** {@code purchase-orders} becomes {@code PurchaseOrders}. */
    private static String className(String name) {
        StringBuilder className = new StringBuilder();
        for (String word : name.split("-")) {
            if (word.isEmpty()) continue;
            className.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return className.toString();
    }

    private static String service(String name, String className) {
        return """
            import groovy.transform.CompileStatic
            import org.springframework.web.bind.annotation.*

            /** Try http://127.0.0.1:8080/api/%1$s and http://127.0.0.1:8080/api/%1$s?name=Ada */
            @CompileStatic
            @RestController
            @RequestMapping('%1$s')
            class %2$s {

                @GetMapping
                Map<String, String> greet(@RequestParam(name = 'name', defaultValue = 'world') String name) {
                    [message: "Hello, $name!".toString()]
                }
            }
            """.formatted(name, className);
    }

    private static String descriptor(String name) {
        return """
            # Every key is optional.
            # What the package is called, in the log and under /admin/packages; else what its folder is called.
            #name = %1$s
            version = 0.1.0
            # Its part of the server's paths, for static files in web/.
            #context-path = %1$s
            # "started" serves as soon as it is loaded, "loaded" waits until it is started by hand.
            #state-on-startup = started
            # Names of packages whose classes this one uses, separated by commas.
            #depends-on =
            """.formatted(name);
    }
}
