package vesper.records.rules;

import java.util.Collection;
import java.util.EnumSet;
import vesper.http.Method;

/** The methods that a rule applies to. An empty list means all methods, and {@code GET} includes {@code HEAD}. */
final class MethodFilter {
    private final EnumSet<Method> methods;

    MethodFilter(Collection<Method> methods) {
        this.methods = methods.isEmpty() ? EnumSet.allOf(Method.class) : EnumSet.copyOf(methods);
        // A GET route also handles HEAD, with the same effects.
        if (methods.contains(Method.GET)) this.methods.add(Method.HEAD);
    }

    boolean matches(Method method) {
        return methods.contains(method);
    }
}
