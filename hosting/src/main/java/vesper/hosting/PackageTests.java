package vesper.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import vesper.hosting.compiling.ClassFiles;
import vesper.hosting.compiling.CompileError;
import vesper.hosting.compiling.SourceFile;
import vesper.rest.names.Nearest;

/**
 * The tests of a package: the sources in its {@code test} folder, compiled against its code. They can use everything
 * that the package can use, its own classes, and the test libraries of this program.
 */
public final class PackageTests {
    private static final String TESTS = "test";

    private final Path packages;
    private final Environment environment;
    private final Steps steps = new Steps();
    private final CodeLoader loader;
    private final Map<String, PackageContents> byName = new HashMap<>();
    /** Errors of packages that cannot be read, by folder name. */
    private final Map<String, String> unreadable = new HashMap<>();

    private PackageTests(Path packages, Environment environment, Clock clock) {
        this.packages = packages;
        this.environment = environment;
        this.loader = new CodeLoader(Optional.empty(), clock, HostingSettings.HOOK_TIME, steps);
    }

    /** The outcome of compiling the tests. */
    public sealed interface Outcome {
        /** All top-level classes. */
        record Ready(List<Class<?>> classes) implements Outcome {}

        /** The package or its tests do not compile. */
        record NotCompiled(List<CompileError> errors) implements Outcome {}

        /** There is nothing to compile, or it cannot be loaded. The reason is a clause. */
        record Unavailable(String reason) implements Outcome {}
    }

    /**
     * Compiles the tests of a package.
     *
     * @param packages the folder of packages
     * @param name the package to test
     * @throws IOException if the folder cannot be read
     */
    public static Outcome compile(Path packages, String name, Clock clock) throws IOException {
        return new PackageTests(packages, Environment.NONE, clock).compile(name);
    }

    private Outcome compile(String name) throws IOException {
        readAll();
        PackageContents contents = byName.get(name);
        if (contents == null) return new Outcome.Unavailable(explainMissing(name));
        List<SourceFile> tests = PackageContents.sources(contents.folder(), TESTS);
        if (tests.isEmpty()) {
            return new Outcome.Unavailable(contents.folder().resolve(TESTS)
                    + " contains no .groovy or .java file, so there are no tests to run");
        }
        return switch (load(contents, new LinkedHashSet<>())) {
            case CodeLoadResult.NotCompiled(var errors) -> new Outcome.NotCompiled(errors);
            case CodeLoadResult.NotLoaded(var reason, var _) ->
                new Outcome.Unavailable(name + " cannot be loaded: " + reason);
            case CodeLoadResult.Loaded(var code) -> compile(code, tests);
        };
    }

    private String explainMissing(String name) {
        String fault = unreadable.get(name);
        return fault == null
                ? "there is no package " + name + " in " + packages + Nearest.suggestion(name, byName.keySet())
                : packages.resolve(name) + " cannot be read: " + fault;
    }

    private void readAll() throws IOException {
        List<Path> folders;
        try (Stream<Path> entries = Files.list(packages)) {
            folders = entries.filter(Files::isDirectory)
                    .filter(folder -> !folder.getFileName().toString().startsWith("."))
                    .toList();
        }
        for (Path folder : folders) {
            Optional<PackageContents> contents = contentsOf(folder);
            contents.ifPresent(one -> byName.put(one.descriptor().name(), one));
        }
    }

    /**
     * Reads a package. One with an invalid descriptor cannot be a dependency, so its error is reported only if its own
     * tests are requested or another package depends on it.
     */
    private Optional<PackageContents> contentsOf(Path folder) throws IOException {
        try {
            return Optional.of(PackageContents.read(folder, environment, TrackerRegistry.NONE.maxBytes()));
        } catch (BadDescriptorException e) {
            unreadable.put(folder.getFileName().toString(), e.reason());
            return Optional.empty();
        }
    }

    private CodeLoadResult load(PackageContents contents, Set<String> loading) {
        String name = contents.descriptor().name();
        if (!loading.add(name))
            return new CodeLoadResult.NotLoaded("depends-on contains a cycle through " + name, null);
        List<PackageGeneration> dependencies = new ArrayList<>();
        for (String required : contents.descriptor().dependsOn()) {
            PackageContents dependency = byName.get(required);
            if (dependency == null) {
                String fault = unreadable.get(required);
                return new CodeLoadResult.NotLoaded(
                        "it depends on " + required + ", which "
                                + (fault == null ? "does not exist" : "cannot be read: " + fault),
                        null);
            }
            CodeLoadResult loaded = load(dependency, loading);
            if (!(loaded instanceof CodeLoadResult.Loaded(var generation))) return loaded;
            dependencies.add(generation);
        }
        loading.remove(name);
        return loader.load(contents, 1, dependencies);
    }

    private Outcome compile(PackageGeneration code, List<SourceFile> tests) {
        List<PackageGeneration> visible = new ArrayList<>(code.dependencies());
        visible.addFirst(code);
        PackageContents own = code.contents();
        PackageContents contents = new PackageContents(
                own.folder(),
                own.descriptor(),
                tests,
                own.libraries(),
                own.hasWeb(),
                own.configuration(),
                own.schemas(),
                own.trackers());
        return switch (loader.load(contents, 1, visible)) {
            case CodeLoadResult.NotCompiled(var errors) -> new Outcome.NotCompiled(errors);
            case CodeLoadResult.NotLoaded(var reason, var _) ->
                new Outcome.Unavailable("its tests cannot be loaded: " + reason);
            case CodeLoadResult.Loaded(var compiled) -> new Outcome.Ready(classes(compiled.classes(), code));
        };
    }

    /** Libraries come from the package's own loader, so that tests and code share the same classes. */
    private List<Class<?>> classes(ClassFiles classes, PackageGeneration code) {
        PackageClassLoader tests = new PackageClassLoader(
                "tests", classes, List.of(), List.of(code.loader()), PackageTests.class.getClassLoader(), steps);
        List<Class<?>> found = new ArrayList<>();
        for (String name : classes.topLevelNames()) {
            try {
                found.add(tests.loadClass(name));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("it has just been compiled", e);
            }
        }
        return List.copyOf(found);
    }
}
