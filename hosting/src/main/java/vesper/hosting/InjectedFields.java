package vesper.hosting;

import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The values of a class's annotated fields, {@code @Autowired Clock clock}, of the same types as for constructors.
 * Rejects other annotations that require injection, since their fields would be null when a request arrives.
 */
final class InjectedFields {
    /** The annotations that require injection, by name. */
    private static final Set<String> INJECTING =
            Set.of("org.springframework.beans.factory.annotation.Autowired", "jakarta.inject.Inject");

    private static final Set<String> UNSUPPORTED =
            Set.of("org.springframework.beans.factory.annotation.Value", "jakarta.annotation.Resource");

    private final Map<Field, Object> values;

    private InjectedFields(Map<Field, Object> values) {
        this.values = values;
    }

    /**
     * Finds the fields of a class to inject, including inherited ones.
     *
     * @throws NotStartedException if a field or method asks for injection and cannot have it
     */
    static Map<Field, Need> needsOf(Class<?> service) throws NotStartedException {
        Map<Field, Need> needs = new LinkedHashMap<>();
        for (Class<?> type = service; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                rejectUnsupported(field);
                if (isInjected(field)) needs.put(field, needOf(field));
            }
            for (Method method : type.getDeclaredMethods()) {
                rejectUnsupported(method);
                if (isInjected(method)) throw cannotInject(method, "only constructors and fields are injected");
            }
        }
        return needs;
    }

    /** @throws NotStartedException if a value is not available */
    static InjectedFields resolved(Map<Field, Need> needs, Components components) throws NotStartedException {
        Map<Field, Object> values = new LinkedHashMap<>();
        for (Map.Entry<Field, Need> need : needs.entrySet()) {
            values.put(need.getKey(), components.resolve(need.getValue(), nameOf(need.getKey())));
        }
        return new InjectedFields(values);
    }

    /** Sets the fields of an object. */
    void set(Object service) throws NotStartedException {
        for (Map.Entry<Field, Object> value : values.entrySet()) {
            try {
                value.getKey().setAccessible(true);
                value.getKey().set(service, value.getValue());
            } catch (IllegalAccessException e) {
                throw new NotStartedException(
                        service.getClass().getName() + " could not be created: " + PackageErrors.describe(e), e);
            }
        }
    }

    private static Need needOf(Field field) throws NotStartedException {
        if (Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers())) {
            throw cannotInject(field, "it is static or final; use the constructor");
        }
        rejectOptional(field, field);
        rejectMap(field, field.getGenericType());
        return Need.of(field);
    }

    /** Returns whether a constructor, field or method has an annotation that requires injection. */
    static boolean isInjected(AccessibleObject member) {
        return Arrays.stream(member.getDeclaredAnnotations())
                .anyMatch(one -> INJECTING.contains(one.annotationType().getName()));
    }

    private static <M extends AccessibleObject & Member> void rejectUnsupported(M member) throws NotStartedException {
        rejectUnsupported(member, member);
    }

    /** Rejects what would be injected otherwise than the author of a constructor expects. */
    static void rejectUnsupported(Constructor<?> constructor, Parameter parameter) throws NotStartedException {
        rejectUnsupported(constructor, (AnnotatedElement) parameter);
        rejectOptional(constructor, parameter);
        rejectMap(constructor, parameter.getParameterizedType());
    }

    private static void rejectOptional(Member member, AnnotatedElement element) throws NotStartedException {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            if (isNotRequired(annotation)) {
                throw cannotInject(member, "required=false is not supported; take an Optional");
            }
        }
    }

    private static boolean isNotRequired(Annotation annotation) {
        if (!INJECTING.contains(annotation.annotationType().getName())) return false;
        try {
            return Boolean.FALSE.equals(
                    annotation.annotationType().getMethod("required").invoke(annotation));
        } catch (ReflectiveOperationException e) {
            // Not every annotation that injects has this attribute.
            return false;
        }
    }

    /** A map has the package's properties, so one of components would have values of a wrong type. */
    private static void rejectMap(Member member, Type type) throws NotStartedException {
        if (!(type instanceof ParameterizedType map) || map.getRawType() != Map.class) return;
        for (Type argument : map.getActualTypeArguments()) {
            boolean isOfText = argument == String.class || argument == Object.class || argument instanceof WildcardType;
            if (isOfText) continue;
            throw cannotInject(
                    member,
                    type.getTypeName() + " is not supported: a Map<String, String> has the package's properties, and a"
                            + " List has all components of a type");
        }
    }

    private static void rejectUnsupported(Member member, AnnotatedElement element) throws NotStartedException {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            if (UNSUPPORTED.contains(annotation.annotationType().getName())) {
                throw cannotInject(
                        member,
                        "@" + annotation.annotationType().getSimpleName()
                                + " is not supported; inject what you need, for example Properties, in the constructor");
            }
        }
    }

    private static NotStartedException cannotInject(Member member, String why) {
        if (member instanceof Constructor<?>) {
            return new NotStartedException("the constructor of " + member.getName() + " cannot be injected: " + why);
        }
        return new NotStartedException(nameOf(member) + " cannot be injected: " + why);
    }

    private static String nameOf(Member member) {
        return member.getDeclaringClass().getName() + "." + member.getName();
    }
}
