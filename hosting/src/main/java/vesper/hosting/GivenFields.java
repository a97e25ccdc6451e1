package vesper.hosting;

import java.lang.annotation.Annotation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;

/**
 * Injects values into annotated fields, {@code @Autowired Clock clock}, with the same types as constructors. Rejects
 * other annotations that require injection, since their fields would be null when a request arrives.
 */
final class GivenFields {
    private static final Set<String> ASKING =
            Set.of("org.springframework.beans.factory.annotation.Autowired", "jakarta.inject.Inject");
    private static final Set<String> NOT_HEARD =
            Set.of("org.springframework.beans.factory.annotation.Value", "jakarta.annotation.Resource");

    private final Given given;
    private final PackageContents contents;

    GivenFields(Given given, PackageContents contents) {
        this.given = given;
        this.contents = contents;
    }

    /**
     * Injects values into the fields of a service, including inherited ones.
     *
     * @throws NotStartedException if a field or method requires a value that is not available
     */
    void fill(Object service) throws NotStartedException {
        for (Class<?> type = service.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                refuseUnheard(field);
                if (asks(field)) set(field, service);
            }
            for (Method method : type.getDeclaredMethods()) {
                refuseUnheard(method);
                if (asks(method)) throw refused(method, "methods are given nothing; ask in the constructor");
            }
        }
    }

    private void set(Field field, Object service) throws NotStartedException {
        if (Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers())) {
            throw refused(field, "it is static or final; ask in the constructor");
        }
        Object value = given.of(field.getType(), contents)
                .orElseThrow(() -> refused(
                        field,
                        field.getType().getSimpleName() + " cannot be given; there are "
                                + String.join(", ", given.typeNames())));
        try {
            field.setAccessible(true);
            field.set(service, value);
        } catch (IllegalAccessException e) {
            throw new NotStartedException(service.getClass().getName() + " could not be made: " + Thrown.text(e), e);
        }
    }

    private static <M extends AccessibleObject & Member> boolean asks(M member) {
        return Arrays.stream(member.getDeclaredAnnotations()).anyMatch(one -> ASKING.contains(nameOf(one)));
    }

    private static <M extends AccessibleObject & Member> void refuseUnheard(M member) throws NotStartedException {
        for (Annotation annotation : member.getDeclaredAnnotations()) {
            if (NOT_HEARD.contains(nameOf(annotation))) {
                throw refused(
                        member,
                        "@" + annotation.annotationType().getSimpleName()
                                + " is not supported; take what you need, Properties for example, in the constructor");
            }
        }
    }

    private static NotStartedException refused(Member member, String why) {
        return new NotStartedException(
                member.getDeclaringClass().getName() + "." + member.getName() + " asks to be given something: " + why);
    }

    private static String nameOf(Annotation annotation) {
        return annotation.annotationType().getName();
    }
}
