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

/** The constraints that Jakarta Validation's annotations put on the arguments of one handler method. */
@FunctionalInterface
public interface Constraints {
    /**
     * Records every argument that violates a constraint, and every invalid value within an argument.
     *
     * @param bad indexes of arguments that could not be bound, whose errors are already recorded
     */
    void check(@Nullable Object[] arguments, BitSet bad, Call call);

    /**
     * Returns whether a method has constraints. Compares annotations by name, so that the library is not loaded unless
     * a method needs it.
     */
    static boolean existOn(Method method) {
        for (Parameter parameter : method.getParameters()) {
            if (hasConstraint(parameter) || hasNestedConstraint(parameter.getAnnotatedType())) return true;
        }
        return false;
    }

    private static boolean hasNestedConstraint(AnnotatedType type) {
        if (hasConstraint(type)) return true;
        if (type instanceof AnnotatedArrayType array)
            return hasNestedConstraint(array.getAnnotatedGenericComponentType());
        if (type instanceof AnnotatedParameterizedType generic) {
            for (AnnotatedType argument : generic.getAnnotatedActualTypeArguments()) {
                if (hasNestedConstraint(argument)) return true;
            }
        }
        return false;
    }

    private static boolean hasConstraint(AnnotatedElement element) {
        for (Annotation annotation : element.getAnnotations()) {
            Class<?> kind = annotation.annotationType();
            if (kind.getName().equals("jakarta.validation.Valid") || isValidated(kind)) return true;
            Class<?> repeated = kind.getDeclaringClass();
            if (isConstraint(kind) || (repeated != null && isConstraint(repeated))) return true;
        }
        return false;
    }

    /**
     * Returns whether this is Spring's {@code @Validated}, whose library is present only in packages that contain it.
     */
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
