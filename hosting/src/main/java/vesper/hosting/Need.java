package vesper.hosting;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The need of a constructor parameter or an annotated field.
 *
 * @param type the needed type; of {@code List<Shipper>}, {@code Set<Shipper>} and
 *     {@code Optional<Shipper>} it is {@code Shipper}
 * @param amount how many objects of the type
 * @param name the name of the component: that of {@code @Qualifier} or {@code @Named}, otherwise that of the parameter
 * @param mustHaveName true if another component does not do
 */
record Need(Class<?> type, Amount amount, String name, boolean mustHaveName) {
    private static final Set<String> NAMING = Set.of(
            "org.springframework.beans.factory.annotation.Qualifier", "jakarta.inject.Named", "javax.inject.Named");

    enum Amount {
        ONE,
        ONE_OR_NONE,
        /** All of them, as a list. */
        ALL,
        /** All of them, as a set in the same order. */
        SET
    }

    static Need of(Parameter parameter) {
        return of(parameter.getParameterizedType(), parameter.getType(), parameter, parameter.getName());
    }

    static Need of(Field field) {
        return of(field.getGenericType(), field.getType(), field, field.getName());
    }

    private static Need of(Type declared, Class<?> raw, AnnotatedElement element, String ownName) {
        String stated = statedName(element);
        String name = stated.isEmpty() ? ownName : stated;
        Optional<Class<?>> content = contentOf(declared);
        if (content.isPresent() && raw == Optional.class)
            return new Need(content.get(), Amount.ONE_OR_NONE, name, !stated.isEmpty());
        boolean isList = raw == List.class || raw == Collection.class;
        if (content.isPresent() && isList) return new Need(content.get(), Amount.ALL, name, false);
        if (content.isPresent() && raw == Set.class) return new Need(content.get(), Amount.SET, name, false);
        return new Need(raw, Amount.ONE, name, !stated.isEmpty());
    }

    /** Returns the need for a component of any name. */
    Need ofAnyName() {
        return new Need(type, amount, name, false);
    }

    private static Optional<Class<?>> contentOf(Type declared) {
        if (!(declared instanceof ParameterizedType generic) || generic.getActualTypeArguments().length != 1)
            return Optional.empty();
        Type content = generic.getActualTypeArguments()[0];
        if (content instanceof ParameterizedType inner) content = inner.getRawType();
        return content instanceof Class<?> type ? Optional.of(type) : Optional.empty();
    }

    private static String statedName(AnnotatedElement element) {
        for (Annotation annotation : element.getAnnotations()) {
            if (!NAMING.contains(annotation.annotationType().getName())) continue;
            try {
                Object value = annotation.annotationType().getMethod("value").invoke(annotation);
                if (value instanceof String text) return text;
            } catch (ReflectiveOperationException e) {
                return "";
            }
        }
        return "";
    }

    /** Returns the need for messages: {@code Clock}, or {@code Clock named "utc"}. */
    @Override
    public String toString() {
        return mustHaveName ? type.getSimpleName() + " named \"" + name + '"' : type.getSimpleName();
    }
}
