package vesper.hosting;

import java.time.Instant;
import java.util.List;
import vesper.hosting.compiling.CacheKey;
import vesper.hosting.compiling.ClassFiles;
import vesper.rest.operations.DocComments;

/**
 * One loaded version of a package's code.
 *
 * @param number counted from 1 for each package
 * @param dependencies the generations that it was compiled against and can access, in the order of {@code depends-on}
 * @param services the classes to instantiate: controllers with {@code @RestController} for example, exception handlers
 *     with {@code @ControllerAdvice}, and services with a declaration of documents
 */
record Generation(
        int number,
        PackageContents contents,
        CacheKey key,
        ClassFiles classes,
        DocComments docs,
        PackageClassLoader loader,
        List<Generation> dependencies,
        List<Class<?>> services,
        Instant loadedAt) {}
