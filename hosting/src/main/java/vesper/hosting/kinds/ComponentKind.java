package vesper.hosting.kinds;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.Set;
import vesper.rest.binding.ArgumentSource;

/**
 * Classes with {@code @Component}, {@code @Service} or {@code @Repository}: a package has one object of each, and
 * injects it into its other classes. Annotations are recognized by name, and also on an annotation of the class.
 */
public final class ComponentKind implements ServiceKind {
    private static final String COMPONENT = "org.springframework.stereotype.Component";
    private static final Set<String> STEREOTYPES =
            Set.of(COMPONENT, "org.springframework.stereotype.Service", "org.springframework.stereotype.Repository");

    private static final Set<String> EXTENSIONS =
            Set.of(ArgumentSource.class.getName(), ServiceKind.class.getName(), "vesper.hosting.HealthCheck");

    /** Annotations in this package configure Spring's container, and have no effect here. */
    private static final String CONTAINER = "org.springframework.context.annotation.";

    private static final Set<String> HONOURED_OR_HARMLESS =
            Set.of(CONTAINER + "Primary", CONTAINER + "Description", CONTAINER + "Role");

    private static final Set<String> MAKING = Set.of(CONTAINER + "Configuration", CONTAINER + "Bean");

    @Override
    public String name() {
        return "component";
    }

    @Override
    public boolean isOn(Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) return false;
        return stereotype(type).isPresent() || extendsServer(type);
    }

    /** A class that implements one of these interfaces is a component without an annotation too. */
    private static boolean extendsServer(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (EXTENSIONS.contains(implemented.getName())) return true;
            }
        }
        return false;
    }

    private static Optional<Annotation> stereotype(Class<?> type) {
        for (Annotation annotation : type.getAnnotations()) {
            Class<?> kind = annotation.annotationType();
            if (STEREOTYPES.contains(kind.getName())) return Optional.of(annotation);
            for (Annotation above : kind.getAnnotations()) {
                if (above.annotationType().getName().equals(COMPONENT)) return Optional.of(annotation);
            }
        }
        return Optional.empty();
    }

    /** Returns the name that a component's annotation states; empty for the default. */
    public static String statedName(Class<?> type) {
        return stereotype(type).map(ComponentKind::value).orElse("");
    }

    private static String value(Annotation annotation) {
        try {
            return annotation.annotationType().getMethod("value").invoke(annotation) instanceof String text ? text : "";
        } catch (ReflectiveOperationException e) {
            return "";
        }
    }

    /** Rejects annotations that would be ignored. The object itself needs no start. */
    @Override
    public void start(Made made, Parts parts) {
        Class<?> type = made.type();
        for (Annotation annotation : type.getAnnotations()) check(type.getName(), annotation);
        for (Method method : type.getMethods()) {
            for (Annotation annotation : method.getAnnotations()) {
                check(type.getName() + "." + method.getName() + "()", annotation);
            }
        }
    }

    private static void check(String where, Annotation annotation) {
        String name = annotation.annotationType().getName();
        if (!name.startsWith(CONTAINER) || HONOURED_OR_HARMLESS.contains(name)) return;
        if (MAKING.contains(name)) {
            throw new IllegalArgumentException(where + ": @"
                    + annotation.annotationType().getSimpleName()
                    + " is not supported, so nothing would call its methods. Write a class with @Component for each"
                    + " object instead, whose constructor takes what the method took; a class of a library becomes a"
                    + " field of such a component");
        }
        throw new IllegalArgumentException(where + ": @"
                + annotation.annotationType().getSimpleName()
                + " is not supported. A package has one object of each component, created at its start; a class"
                + " that needs settings takes Properties in its constructor");
    }
}
