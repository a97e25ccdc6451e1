package vesper.hosting;

import groovy.lang.GroovyObject;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.RestController;
import vesper.documents.Document;
import vesper.hosting.compiling.CacheKey;
import vesper.hosting.compiling.ClassCache;
import vesper.hosting.compiling.ClassFiles;
import vesper.hosting.compiling.Compilation;
import vesper.hosting.compiling.CompileInput;
import vesper.hosting.compiling.SourceCompiler;
import vesper.hosting.kinds.ServiceKinds;
import vesper.http.Request;
import vesper.rest.access.AccessAnnotations;
import vesper.rest.routing.Router;
import vesper.services.DocumentService;

/**
 * Creates the classes of a package from its contents, with the cache or the compilers. Several threads may use it at
 * the same time.
 */
final class CodeLoader {
    /**
     * Classes whose jars are part of the cache key: code is compiled against these jars, so a change in one of them
     * invalidates cached classes.
     */
    private static final List<Class<?>> PLATFORM = List.of(
            CodeLoader.class,
            Router.class,
            Request.class,
            DocumentService.class,
            Document.class,
            RestController.class,
            GroovyObject.class);

    private final SourceCompiler compiler = new SourceCompiler();
    private final ClassLoader platform = CodeLoader.class.getClassLoader();
    private final Optional<ClassCache> cache;
    private final Clock clock;
    private final Duration hookTime;
    private final Steps steps;

    /**
     * Creates a loader.
     *
     * @param hookTime as {@link HostingSettings#hookTime}
     * @param steps registers running code of the packages
     */
    CodeLoader(Optional<ClassCache> cache, Clock clock, Duration hookTime, Steps steps) {
        this.cache = cache;
        this.clock = clock;
        this.hookTime = hookTime;
        this.steps = steps;
    }

    /**
     * Loads code.
     *
     * @param number number of the new generation
     * @param dependencies current generations of the packages that this one depends on
     */
    CodeLoadResult load(PackageContents contents, int number, List<PackageGeneration> dependencies) {
        Optional<String> damage = JarVerification.describeDamage(contents);
        if (damage.isPresent()) return new CodeLoadResult.NotLoaded(damage.get(), null);
        List<CacheKey> dependencyKeys =
                dependencies.stream().map(PackageGeneration::key).toList();
        CacheKey key = CacheKey.of(contents.sources(), contents.jars(), dependencyKeys, PLATFORM);
        return switch (classes(contents, key, dependencies)) {
            case Compilation.Failed(var errors) -> new CodeLoadResult.NotCompiled(errors);
            case Compilation.Compiled compiled -> link(contents, number, key, compiled, dependencies);
        };
    }

    private Compilation classes(PackageContents contents, CacheKey key, List<PackageGeneration> dependencies) {
        String name = contents.descriptor().name();
        Optional<Compilation.Compiled> cached = cache.flatMap(classCache -> classCache.find(name, key));
        if (cached.isPresent()) return cached.get();

        Compilation compilation = compiler.compile(input(contents, dependencies));
        if (compilation instanceof Compilation.Compiled compiled) {
            cache.ifPresent(classCache -> classCache.store(name, key, compiled));
        }
        return compilation;
    }

    private CompileInput input(PackageContents contents, List<PackageGeneration> dependencies) {
        if (dependencies.isEmpty()) {
            return new CompileInput(contents.sources(), contents.jars(), platform, ClassFiles.NONE);
        }
        Map<String, byte[]> visible = new HashMap<>();
        dependencies.forEach(dependency -> visible.putAll(dependency.classes().byName()));
        ClassLoader parent = new PackageClassLoader(
                "depends-on", ClassFiles.NONE, List.of(), loaders(dependencies), platform, steps);
        return new CompileInput(contents.sources(), contents.jars(), parent, new ClassFiles(visible));
    }

    private CodeLoadResult link(
            PackageContents contents,
            int number,
            CacheKey key,
            Compilation.Compiled compiled,
            List<PackageGeneration> dependencies) {
        ClassFiles classes = compiled.classes();
        PackageClassLoader loader = new PackageClassLoader(
                contents.descriptor().name(), classes, contents.jars(), loaders(dependencies), platform, steps);
        try {
            List<Class<?>> services = services(classes, loader);
            return new CodeLoadResult.Loaded(new PackageGeneration(
                    number,
                    contents,
                    key,
                    classes,
                    compiled.docs(),
                    loader,
                    dependencies,
                    services,
                    new AtomicReference<>(Optional.empty()),
                    clock.instant()));
        } catch (StepFailedException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IllegalArgumentException wrong) {
                return new CodeLoadResult.NotLoaded(String.valueOf(wrong.getMessage()), null);
            }
            return cause instanceof ClassNotFoundException || cause instanceof LinkageError
                    ? new CodeLoadResult.NotLoaded("its classes do not link: " + cause, cause)
                    : new CodeLoadResult.NotLoaded(String.valueOf(e.getMessage()), cause);
        }
    }

    private static List<PackageClassLoader> loaders(List<PackageGeneration> dependencies) {
        return dependencies.stream().map(PackageGeneration::loader).toList();
    }

    /** Reading an annotation may initialize a class of the package, one whose constant it uses. */
    private List<Class<?>> services(ClassFiles classes, PackageClassLoader loader) throws StepFailedException {
        return Objects.requireNonNull(Step.call(
                "searching for services", loader, hookTime, () -> servicesAmong(classes.topLevelNames(), loader)));
    }

    /**
     * Rejects annotations that say who may call a class which answers no requests. Its author believes that they
     * protect something. Controllers and collections check their own.
     */
    private static void requireHonoured(Class<?> type) {
        if (ServiceKinds.ALL.stream().anyMatch(kind -> kind.honoursAccess() && kind.isOn(type))) return;
        Stream<AnnotatedElement> places = Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredMethods()));
        places.filter(AccessAnnotations::areOn).findFirst().ifPresent(place -> {
            boolean isInherited = type.isInterface() || Modifier.isAbstract(type.getModifiers());
            if (isInherited) return;
            String name = place instanceof Method method ? type.getName() + "." + method.getName() : type.getName();
            throw new IllegalArgumentException(name + ": "
                    + AccessAnnotations.namesOn(place).getFirst()
                    + " protects nothing here: only controllers and document services honour it. Annotate those, or"
                    + " check the Caller");
        });
    }

    private static List<Class<?>> servicesAmong(List<String> names, ClassLoader loader) throws ClassNotFoundException {
        List<Class<?>> services = new ArrayList<>();
        for (String name : names) {
            Class<?> type = loader.loadClass(name);
            requireHonoured(type);
            if (ServiceKinds.ALL.stream().anyMatch(kind -> kind.isOn(type))) services.add(type);
        }
        return List.copyOf(services);
    }
}
