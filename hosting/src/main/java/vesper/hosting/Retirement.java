package vesper.hosting;

import groovy.lang.GroovyObject;
import java.util.List;
import org.codehaus.groovy.runtime.InvokerHelper;

/**
 * Makes replaced code garbage: takes its JDBC drivers away, and makes it garbage sooner. Groovy's runtime remembers
 * every class that it has met, softly: without this the code of a package would stay until memory is short, and be
 * counted as used until then.
 */
final class Retirement {
    private Retirement() {}

    /** Makes Groovy forget these classes; a request in flight that still needs one makes it remember that one anew. */
    static void forget(Generation generation) {
        generation.loader().drivers().deregister();
        List<Class<?>> classes = generation.loader().definedClasses();
        // Groovy code has it meet the package's Java classes too. A package without any leaves it alone, even unloaded.
        if (classes.stream().anyMatch(GroovyObject.class::isAssignableFrom))
            classes.forEach(InvokerHelper::removeClass);
    }
}
