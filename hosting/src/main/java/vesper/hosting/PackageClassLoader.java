package vesper.hosting;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.ClassFiles;
import vesper.hosting.compiling.Jars;

/**
 * The classes of one version of a package: the platform's first, then its own, those of its libraries, and those of
 * packages that it depends on. It is never closed, because requests in flight may still need it. It becomes garbage
 * after the last of them.
 */
final class PackageClassLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String CLASS_FILE = ".class";

    private final ClassFiles classes;
    private final String packageName;
    private final Steps steps;
    private final PackageDrivers drivers;
    private final List<PackageClassLoader> dependencies;

    PackageClassLoader(
            String packageName,
            ClassFiles classes,
            List<Path> jars,
            List<PackageClassLoader> dependencies,
            ClassLoader platform,
            Steps steps) {
        super(packageName, Jars.urls(jars), platform);
        this.packageName = packageName;
        this.steps = steps;
        this.classes = classes;
        this.drivers = new PackageDrivers(packageName, this);
        this.dependencies = List.copyOf(dependencies);
    }

    String packageName() {
        return packageName;
    }

    /** Registers the package's code that runs during its start and stop. */
    Steps steps() {
        return steps;
    }

    /** Returns the drivers of its libraries, without those of packages that it depends on. */
    PackageDrivers drivers() {
        return drivers;
    }

    /** Defines a class that is neither the package's nor its libraries' in this loader. */
    Class<?> define(String name, byte[] bytes) {
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** Returns the package's own classes that have been loaded so far. */
    List<Class<?>> definedClasses() {
        List<Class<?>> defined = new ArrayList<>();
        for (String name : classes.byName().keySet()) {
            Class<?> type = findLoadedClass(name);
            if (type != null) defined.add(type);
        }
        return defined;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.bytesOf(name);
        if (bytes != null) return defineClass(name, bytes, 0, bytes.length);
        try {
            return super.findClass(name);
        } catch (ClassNotFoundException e) {
            return findInDependencies(name, e);
        }
    }

    /** Also finds the package's own classes, which do not exist as files. For code that reads class files. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        if (!name.endsWith(CLASS_FILE)) return super.getResourceAsStream(name);
        String className =
                name.substring(0, name.length() - CLASS_FILE.length()).replace('/', '.');
        byte[] bytes = classes.bytesOf(className);
        return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }

    private Class<?> findInDependencies(String name, ClassNotFoundException notHere) throws ClassNotFoundException {
        for (PackageClassLoader dependency : dependencies) {
            try {
                return dependency.loadClass(name);
            } catch (ClassNotFoundException e) {
                notHere.addSuppressed(e);
            }
        }
        throw notHere;
    }
}
