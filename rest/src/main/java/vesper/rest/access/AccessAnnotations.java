package vesper.rest.access;

import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the annotations by which code says who may call it. An annotation of this kind that cannot be honoured is an
 * error: the author believes that it protects something.
 */
public final class AccessAnnotations {
    /** The group that stands for every caller with credentials, as in Jakarta's servlets. */
    private static final String EVERY_GROUP = "**";

    private static final Set<String> UNSUPPORTED = Set.of(
            "org.springframework.security.access.prepost.PreAuthorize",
            "org.springframework.security.access.prepost.PostAuthorize",
            "org.springframework.security.access.prepost.PreFilter",
            "org.springframework.security.access.prepost.PostFilter",
            "org.springframework.security.access.annotation.Secured",
            "org.springframework.security.authorization.method.AuthorizeReturnObject",
            "jakarta.annotation.security.RunAs",
            "jakarta.annotation.security.DeclareRoles",
            "jakarta.servlet.annotation.ServletSecurity",
            "javax.annotation.security.RolesAllowed",
            "javax.annotation.security.PermitAll",
            "javax.annotation.security.DenyAll",
            "io.quarkus.security.Authenticated",
            "io.micronaut.security.annotation.Secured");

    private AccessAnnotations() {}

    /**
     * Returns what the annotations of a class or method say; empty if it has none of this kind.
     *
     * @throws IllegalArgumentException if an annotation is unsupported, contradicts another one or names no group
     */
    public static Optional<Permission> on(AnnotatedElement element) {
        unsupportedOn(element).ifPresent(name -> {
            throw new IllegalArgumentException(unsupported(name));
        });
        List<Permission> stated = Arrays.stream(element.getDeclaredAnnotations())
                .flatMap(annotation -> meaning(annotation).stream())
                .toList();
        if (stated.size() > 1) {
            throw new IllegalArgumentException(
                    "has several of @RolesAllowed, @PermitAll and @DenyAll, which contradict each other");
        }
        return stated.stream().findFirst();
    }

    /** Returns whether a class or method has an annotation by which code says who may call it. */
    public static boolean areOn(AnnotatedElement element) {
        return unsupportedOn(element).isPresent()
                || Arrays.stream(element.getDeclaredAnnotations())
                        .anyMatch(annotation -> kind(annotation).isPresent());
    }

    /** Returns the names of such annotations on a class or method, for messages: {@code @RolesAllowed}. */
    public static List<String> namesOn(AnnotatedElement element) {
        return Stream.concat(
                        unsupportedOn(element).stream(),
                        Arrays.stream(element.getDeclaredAnnotations())
                                .flatMap(annotation -> kind(annotation).stream()))
                .map(name -> "@" + name.substring(name.lastIndexOf('.') + 1))
                .toList();
    }

    private static Optional<String> unsupportedOn(AnnotatedElement element) {
        return Arrays.stream(element.getDeclaredAnnotations())
                .map(annotation -> annotation.annotationType().getName())
                .filter(UNSUPPORTED::contains)
                .findFirst();
    }

    private static String unsupported(String name) {
        return "@" + name.substring(name.lastIndexOf('.') + 1) + " (" + name.substring(0, name.lastIndexOf('.'))
                + ") is not supported and would protect nothing; write @RolesAllowed, @PermitAll or @DenyAll of"
                + " jakarta.annotation.security, or check the Caller in the method";
    }

    private static Optional<String> kind(Annotation annotation) {
        Class<?> type = annotation.annotationType();
        return type == RolesAllowed.class || type == PermitAll.class || type == DenyAll.class
                ? Optional.of(type.getName())
                : Optional.empty();
    }

    private static Optional<Permission> meaning(Annotation annotation) {
        return switch (annotation) {
            case PermitAll _ -> Optional.of(Permission.PUBLIC);
            case DenyAll _ -> Optional.of(Permission.NOBODY);
            case RolesAllowed roles -> Optional.of(meaning(roles));
            default -> Optional.empty();
        };
    }

    private static Permission meaning(RolesAllowed roles) {
        Set<String> groups = new LinkedHashSet<>(Arrays.asList(roles.value()));
        if (groups.isEmpty() || groups.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("@RolesAllowed names no group; @DenyAll admits nobody");
        }
        return groups.contains(EVERY_GROUP) ? Permission.AUTHENTICATED : Permission.ofGroups(groups);
    }
}
