package vesper.codec;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;

/**
 * The Java element that a field of a text comes from.
 *
 * @param name name of the record component, Java field or property
 * @param accessor method that returns the field's value, if there is one
 * @param annotations annotations on the component, the Java field and the accessor
 * @param typeAnnotations annotations on the types of these
 */
public record FieldOrigin(
        Class<?> declaring,
        String name,
        Optional<Method> accessor,
        List<Annotation> annotations,
        List<Annotation> typeAnnotations) {
    static FieldOrigin of(Class<?> holder, @Nullable AnnotatedMember member) {
        if (member == null) return new FieldOrigin(holder, "", Optional.empty(), List.of(), List.of());
        List<Annotation> annotations = new ArrayList<>(member.annotations().toList());
        List<Annotation> ofTypes = new ArrayList<>();
        String name = name(holder, member);
        if (member.getMember() instanceof Method method && method.getParameterCount() == 0) {
            add(method, method.getAnnotatedReturnType(), annotations, ofTypes);
        }
        component(holder, name).ifPresent(one -> add(one, one.getAnnotatedType(), annotations, ofTypes));
        field(holder, name).ifPresent(one -> add(one, one.getAnnotatedType(), annotations, ofTypes));
        Optional<Method> accessor =
                member.getMember() instanceof Method method ? Optional.of(method) : Optional.empty();
        return new FieldOrigin(member.getDeclaringClass(), name, accessor, annotations, ofTypes);
    }

    private static void add(
            AnnotatedElement element, AnnotatedType type, List<Annotation> annotations, List<Annotation> ofTypes) {
        annotations.addAll(Arrays.asList(element.getAnnotations()));
        ofTypes.addAll(Arrays.asList(type.getAnnotations()));
    }

    private static String name(Class<?> holder, AnnotatedMember member) {
        if (member instanceof AnnotatedParameter parameter) {
            return parameter.getOwner().getAnnotated() instanceof Executable maker
                    ? maker.getParameters()[parameter.getIndex()].getName()
                    : "";
        }
        String name = member.getName();
        if (!(member.getMember() instanceof Method) || component(holder, name).isPresent()) return name;
        for (String prefix : List.of("get", "set", "is")) {
            if (!name.startsWith(prefix) || name.length() == prefix.length()) continue;
            String rest = name.substring(prefix.length());
            return Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
        }
        return name;
    }

    private static Optional<RecordComponent> component(Class<?> holder, String name) {
        if (!holder.isRecord()) return Optional.empty();
        return Arrays.stream(holder.getRecordComponents())
                .filter(one -> one.getName().equals(name))
                .findFirst();
    }

    private static Optional<Field> field(Class<?> holder, String name) {
        for (Class<?> kind = holder; kind != null; kind = kind.getSuperclass()) {
            for (Field field : kind.getDeclaredFields()) if (field.getName().equals(name)) return Optional.of(field);
        }
        return Optional.empty();
    }
}
