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
 * @param dependencies what it was compiled against and sees, in the order of {@code depends-on}
 * @param services classes that say they are controllers, with {@code @RestController} for example, or look after
 *     the exceptions of those, with {@code @ControllerAdvice}
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
