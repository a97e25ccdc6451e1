package vesper.records.rules;

import java.util.Collection;
import java.util.EnumSet;
import vesper.http.Method;

/** Which methods a rule is about; none for all of them. */
final class MethodFilter {
    private final EnumSet<Method> methods;

    MethodFilter(Collection<Method> methods) {
        this.methods = methods.isEmpty() ? EnumSet.allOf(Method.class) : EnumSet.copyOf(methods);
    }

    boolean matches(Method method) {
        return methods.contains(method);
    }
}
