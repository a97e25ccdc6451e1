package vesper.rest;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Classes and methods with what they inherit from, because annotations may stand on a superclass or interface. */
final class Overridden {
    private Overridden() {}

    /** A class, its superclasses and their interfaces, from the nearest on. */
    static Set<Class<?>> kinds(Class<?> type) {
        Set<Class<?>> kinds = new LinkedHashSet<>();
        for (Class<?> kind = type; kind != null && kind != Object.class; kind = kind.getSuperclass()) kinds.add(kind);
        for (Class<?> kind : Set.copyOf(kinds)) addInterfaces(kind, kinds);
        return kinds;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> kinds) {
        for (Class<?> kind : type.getInterfaces()) {
            if (kinds.add(kind)) addInterfaces(kind, kinds);
        }
    }

    /** The method itself or, from the nearest on, one that it overrides, if any of them fits. */
    static Optional<Method> first(Method method, Predicate<Method> fits) {
        if (fits.test(method)) return Optional.of(method);
        return kinds(method.getDeclaringClass()).stream()
                .flatMap(kind -> declared(kind, method).stream())
                .filter(fits)
                .findFirst();
    }

    private static Optional<Method> declared(Class<?> kind, Method method) {
        try {
            return Optional.of(kind.getDeclaredMethod(method.getName(), method.getParameterTypes()));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }
}
