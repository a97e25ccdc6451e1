package vesper.hosting;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import vesper.hosting.compiling.CacheKey;
import vesper.hosting.compiling.ClassFiles;
import vesper.rest.operations.DocComments;

/**
 * One loaded version of a package's code.
 *
 * @param number counted from 1 for each package
 * @param dependencies the generations that it was compiled against and can access, in the order of {@code depends-on}
 * @param services the classes of the kinds that every package can contain
 * @param components the objects of its classes, once it has started
 */
record PackageGeneration(
        int number,
        PackageContents contents,
        CacheKey key,
        ClassFiles classes,
        DocComments docs,
        PackageClassLoader loader,
        List<PackageGeneration> dependencies,
        List<Class<?>> services,
        AtomicReference<Optional<Components>> components,
        Instant loadedAt) {}
