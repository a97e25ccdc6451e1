package vesper.hosting;

import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import vesper.hosting.compiling.SourceFile;
import vesper.hosting.kinds.Made;
import vesper.hosting.kinds.Parts;
import vesper.hosting.kinds.ServiceKind;
import vesper.hosting.kinds.ServiceKinds;
import vesper.services.collections.BadDeclarationException;

/** The start of a package's objects: which class is of which kind, and what each kind makes of it. For a single use. */
final class ObjectStart {
    private final PackageGeneration generation;
    private final PackageClassLoader loader;
    private final Components components;
    private final Parts parts;
    private final Duration hookTime;

    /** @param parts receives what the objects offer */
    ObjectStart(PackageGeneration generation, Components components, Parts parts, Duration hookTime) {
        this.generation = generation;
        this.loader = generation.loader();
        this.components = components;
        this.parts = parts;
        this.hookTime = hookTime;
    }

    /** Creates the objects of all kinds, and then starts those of one kind after those of the other. */
    void startAll() throws NotStartedException {
        for (Class<?> type : generation.services()) components.of(type);
        for (ServiceKind kind : ServiceKinds.ALL) {
            startAll(kind, generation.services());
        }
        List<ServiceKind> more = components.extensions(ServiceKind.class);
        if (more.isEmpty()) return;
        List<Class<?>> types = allTypes();
        for (ServiceKind kind : more) startAll(kind, types);
    }

    private void startAll(ServiceKind kind, List<Class<?>> types) throws NotStartedException {
        for (Class<?> type : types) {
            if (!isOn(kind, type)) continue;
            start(kind, new Made(components.of(type), originOf(type)));
        }
    }

    /** A kind that a package brings is code of that package, which may hang. */
    private boolean isOn(ServiceKind kind, Class<?> type) throws NotStartedException {
        if (ServiceKinds.ALL.contains(kind)) return kind.isOn(type);
        try {
            String step = "checking classes for the kind " + kind.getClass().getName();
            return Boolean.TRUE.equals(Step.call(step, loader, hookTime, () -> kind.isOn(type)));
        } catch (StepFailedException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    /** Returns all classes that an object can be made of. */
    private List<Class<?>> allTypes() throws NotStartedException {
        try {
            return Objects.requireNonNull(Step.call("loading the classes", loader, hookTime, () -> {
                List<Class<?>> types = new ArrayList<>();
                for (String name : generation.classes().topLevelNames()) types.add(loader.loadClass(name));
                types.removeIf(type -> type.isInterface() || Modifier.isAbstract(type.getModifiers()));
                return types;
            }));
        } catch (StepFailedException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    /** Reading annotations may initialize classes of the package, by a default value of an enum type for example. */
    private void start(ServiceKind kind, Made made) throws NotStartedException {
        try {
            String step = "reading the annotations of " + made.type().getName();
            boolean _ = Boolean.TRUE.equals(Step.call(step, loader, hookTime, () -> {
                kind.start(made, parts);
                return true;
            }));
        } catch (StepFailedException e) {
            switch (e.getCause()) {
                case IllegalArgumentException wrong ->
                    throw new NotStartedException(String.valueOf(wrong.getMessage()), wrong);
                case BadDeclarationException wrong ->
                    throw new NotStartedException(String.valueOf(wrong.getMessage()), wrong);
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
            }
        }
    }

    /** Returns the source file of a class, or the package's folder if it is not found. */
    private String originOf(Class<?> service) {
        PackageContents contents = generation.contents();
        Path folder = contents.folder().getFileName();
        String path = "/" + service.getName().replace('.', '/') + ".";
        return contents.sources().stream()
                .map(SourceFile::path)
                .filter(source -> ("/" + source).contains(path))
                .findFirst()
                .map(source -> folder + "/" + source)
                .orElse(folder.toString());
    }
}
