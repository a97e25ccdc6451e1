package vesper.rest.controllers;

import java.lang.reflect.Method;
import java.util.Arrays;
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
                .flatMap(kind -> Arrays.stream(kind.getDeclaredMethods()))
                .filter(other -> isOverridden(other, method) && fits.test(other))
                .findFirst();
    }

    /** What is a {@code T} above may be any class here. */
    private static boolean isOverridden(Method above, Method method) {
        if (!above.getName().equals(method.getName())) return false;
        Class<?>[] general = above.getParameterTypes();
        Class<?>[] special = method.getParameterTypes();
        if (general.length != special.length) return false;
        for (int i = 0; i < general.length; i++) if (!general[i].isAssignableFrom(special[i])) return false;
        return true;
    }
}
