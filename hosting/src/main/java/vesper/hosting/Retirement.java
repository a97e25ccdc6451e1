package vesper.hosting;

import groovy.lang.GroovyObject;
import org.codehaus.groovy.runtime.InvokerHelper;

/**
 * Makes replaced code garbage sooner. Groovy's runtime remembers every class that it has met, softly: without this the
 * code of a package would stay until memory is short, and be counted as used until then.
 */
final class Retirement {
    private Retirement() {}

    /** Makes Groovy forget these classes; a request in flight that still needs one makes it remember that one anew. */
    static void forget(Generation generation) {
        for (Class<?> type : generation.loader().definedClasses()) {
            // Nothing of Groovy is touched, and so loaded, for a package without it.
            if (isGroovy(type)) InvokerHelper.removeClass(type);
        }
    }

    private static boolean isGroovy(Class<?> type) {
        return GroovyObject.class.isAssignableFrom(type);
    }
}
