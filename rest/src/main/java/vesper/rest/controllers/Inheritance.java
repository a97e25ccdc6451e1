package vesper.rest.controllers;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the supertypes and overridden methods that may carry the annotations of a class or method. */
final class Inheritance {
    private Inheritance() {}

    /** Returns a class, its superclasses and their interfaces, nearest first. */
    static Set<Class<?>> supertypes(Class<?> type) {
        Set<Class<?>> supertypes = new LinkedHashSet<>();
        for (Class<?> kind = type; kind != null && kind != Object.class; kind = kind.getSuperclass())
            supertypes.add(kind);
        for (Class<?> kind : Set.copyOf(supertypes)) addInterfaces(kind, supertypes);
        return supertypes;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> supertypes) {
        for (Class<?> kind : type.getInterfaces()) {
            if (supertypes.add(kind)) addInterfaces(kind, supertypes);
        }
    }

    /** Returns the first match among the method and those that it overrides, nearest first. */
    static Optional<Method> findAnnotated(Method method, Predicate<Method> fits) {
        if (fits.test(method)) return Optional.of(method);
        return supertypes(method.getDeclaringClass()).stream()
                .flatMap(kind -> Arrays.stream(kind.getDeclaredMethods()))
                .filter(other -> isOverridden(other, method) && fits.test(other))
                .findFirst();
    }

    /** Returns whether two methods are the same, or the first overrides the second. */
    static boolean isSameOrOverrides(Method method, Method above) {
        return method.equals(above) || isOverridden(above, method);
    }

    /** Compares parameter types for assignability, because a type variable in the supertype may be any class here. */
    private static boolean isOverridden(Method above, Method method) {
        if (!above.getName().equals(method.getName())) return false;
        Class<?>[] general = above.getParameterTypes();
        Class<?>[] special = method.getParameterTypes();
        if (general.length != special.length) return false;
        for (int i = 0; i < general.length; i++) if (!general[i].isAssignableFrom(special[i])) return false;
        return true;
    }
}
