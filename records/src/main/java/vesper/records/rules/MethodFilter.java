package vesper.records.rules;

import java.util.Collection;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/**
 * The methods that a rule applies to. An empty list means all methods, and invocations of triggers too. {@code GET}
 * includes {@code HEAD}.
 */
public final class MethodFilter {
    private final boolean any;
    private final EnumSet<Method> methods;

    public MethodFilter(Collection<Method> methods) {
        any = methods.isEmpty();
        this.methods = methods.isEmpty() ? EnumSet.allOf(Method.class) : EnumSet.copyOf(methods);
        // A GET route also handles HEAD, with the same effects.
        if (methods.contains(Method.GET)) this.methods.add(Method.HEAD);
    }

    /** @param method null for an invocation of a trigger */
    public boolean matches(@Nullable Method method) {
        return any || (method != null && methods.contains(method));
    }
}
