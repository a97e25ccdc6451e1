package vesper.records.rules;

import java.util.Collection;
import java.util.EnumSet;
import vesper.http.Method;

/** Which methods a rule is about; none for all of them, and {@code GET} for {@code HEAD} too. */
final class MethodFilter {
    private final EnumSet<Method> methods;

    MethodFilter(Collection<Method> methods) {
        this.methods = methods.isEmpty() ? EnumSet.allOf(Method.class) : EnumSet.copyOf(methods);
        // Whoever answers GET answers HEAD, and does the same for it.
        if (methods.contains(Method.GET)) this.methods.add(Method.HEAD);
    }

    boolean matches(Method method) {
        return methods.contains(method);
    }
}
