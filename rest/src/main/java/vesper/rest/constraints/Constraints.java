package vesper.rest.constraints;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import vesper.rest.binding.Call;

/** What the annotations of Jakarta Validation ask of the arguments of one handler method. */
@FunctionalInterface
public interface Constraints {
    /**
     * Notes every argument, and everything inside of one, that is not as it should be.
     *
     * @param bad the arguments that could not be bound, about which all has been said
     */
    void check(@Nullable Object[] arguments, BitSet bad, Call call);

    /**
     * Whether anything is asked at all. Annotations are known by name here, so that nothing of the library is loaded
     * where nobody uses it.
     */
    static boolean areOn(Method method) {
        for (Parameter parameter : method.getParameters()) {
            if (asks(parameter) || asksInside(parameter.getAnnotatedType())) return true;
        }
        return false;
    }

    private static boolean asksInside(AnnotatedType type) {
        if (asks(type)) return true;
        if (type instanceof AnnotatedArrayType array) return asksInside(array.getAnnotatedGenericComponentType());
        if (type instanceof AnnotatedParameterizedType generic) {
            for (AnnotatedType argument : generic.getAnnotatedActualTypeArguments()) {
                if (asksInside(argument)) return true;
            }
        }
        return false;
    }

    private static boolean asks(AnnotatedElement element) {
        for (Annotation annotation : element.getAnnotations()) {
            Class<?> kind = annotation.annotationType();
            if (kind.getName().equals("jakarta.validation.Valid") || isValidated(kind)) return true;
            Class<?> repeated = kind.getDeclaringClass();
            if (isConstraint(kind) || (repeated != null && isConstraint(repeated))) return true;
        }
        return false;
    }

    /** Spring's, which is in a library that only packages bring. */
    static boolean isValidated(Class<?> annotation) {
        return annotation.getName().equals("org.springframework.validation.annotation.Validated");
    }

    private static boolean isConstraint(Class<?> annotation) {
        for (Annotation above : annotation.getAnnotations()) {
            if (above.annotationType().getName().equals("jakarta.validation.Constraint")) return true;
        }
        return false;
    }
}
