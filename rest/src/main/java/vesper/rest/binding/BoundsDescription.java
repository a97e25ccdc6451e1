package vesper.rest.binding;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import vesper.codec.TypeWords;

/**
 * Describes a type for error messages, with the bounds of Jakarta Validation's {@code @Min} and {@code @Max}. The
 * annotations are read by name, because packages need not contain them.
 */
final class BoundsDescription {
    private static final Set<Class<?>> WHOLE = Set.of(Byte.class, Short.class, Integer.class, Long.class);
    private static final String PACKAGE = "jakarta.validation.constraints.";

    private BoundsDescription() {}

    /** Returns a phrase to follow "expected". */
    static String describe(Class<?> type, AnnotatedElement declaredAt) {
        Class<?> boxed = MethodType.methodType(type).wrap().returnType();
        if (!WHOLE.contains(boxed)) return TypeWords.of(type);
        Long min = bound("Min", declaredAt);
        Long max = bound("Max", declaredAt);
        if (min == null && max == null) return TypeWords.of(type);
        if (max == null) return "a whole number of at least " + min;
        return min == null ? "a whole number of at most " + max : "a whole number from " + min + " to " + max;
    }

    private static @Nullable Long bound(String name, AnnotatedElement declaredAt) {
        for (Annotation one : declaredAt.getAnnotations()) {
            if (!one.annotationType().getName().equals(PACKAGE + name)) continue;
            try {
                return (Long) one.annotationType().getMethod("value").invoke(one);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(one.annotationType() + " has no value", e);
            }
        }
        return null;
    }
}
