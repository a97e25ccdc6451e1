package vesper.hosting;

import groovy.lang.GroovyObject;
import java.util.List;
import org.codehaus.groovy.runtime.InvokerHelper;

/**
 * Makes replaced code eligible for garbage collection: deregisters its JDBC drivers and clears Groovy's caches.
 * Groovy's runtime has soft references to every class that it has used. They would keep the code until memory is short,
 * and until then it would count as used memory.
 */
final class GenerationRelease {
    private GenerationRelease() {}

    /** Removes these classes from Groovy's caches. A request in flight that still uses a class adds it again. */
    static void release(PackageGeneration generation) {
        generation.loader().drivers().deregister();
        List<Class<?>> classes = generation.loader().definedClasses();
        // Groovy code makes the runtime cache the package's Java classes too. For a package without Groovy code, the
        // runtime need not even be loaded.
        if (classes.stream().anyMatch(GroovyObject.class::isAssignableFrom))
            classes.forEach(InvokerHelper::removeClass);
    }
}
