package vesper.services.collections;

import java.util.Optional;
import java.util.function.Function;
import vesper.documents.CollectionPolicy;
import vesper.rest.access.AccessAnnotations;
import vesper.rest.access.Permission;
import vesper.services.Access;
import vesper.services.DocumentService;
import vesper.services.TaskService;
import vesper.services.access.DocumentRules;

/** Reads the declaration of a collection from the annotation of a service class. */
public final class ServiceDeclaration {
    private ServiceDeclaration() {}

    /** Checks whether a class has such an annotation. */
    public static boolean isOn(Class<?> type) {
        return type.isAnnotationPresent(DocumentService.class) || type.isAnnotationPresent(TaskService.class);
    }

    static boolean isOfTasks(Object service) {
        return service.getClass().isAnnotationPresent(TaskService.class);
    }

    /**
     * @param service instance of a class with the annotation
     * @throws BadDeclarationException naming the class and its fault
     */
    public static Declaration of(Object service, String origin) throws BadDeclarationException {
        DocumentService annotation = service.getClass().getAnnotation(DocumentService.class);
        String source = service.getClass().getSimpleName() + " (" + origin + ")";
        if (annotation == null) return ofTasks(service, source);
        try {
            return new Declaration(
                    annotation.collection(),
                    policy(annotation),
                    annotation.state() == Void.class ? Optional.empty() : Optional.of(annotation.state()),
                    annotation.schema().isEmpty() ? Optional.empty() : Optional.of(annotation.schema()),
                    Optional.of(service),
                    permission(service.getClass()),
                    rules(service.getClass()),
                    source);
        } catch (IllegalArgumentException wrong) {
            throw new BadDeclarationException(source + ": " + wrong.getMessage());
        }
    }

    /**
     * Returns what the annotations of a class, or of the nearest of its superclasses that has some, say.
     *
     * @throws IllegalArgumentException if they cannot be honoured
     */
    private static Permission permission(Class<?> service) {
        for (Class<?> type = service; type != null; type = type.getSuperclass()) {
            Optional<Permission> stated = AccessAnnotations.on(type);
            if (stated.isPresent()) return stated.get();
        }
        return Permission.UNSTATED;
    }

    /** @throws IllegalArgumentException if a rule is invalid */
    private static DocumentRules rules(Class<?> service) {
        Access annotation = service.getAnnotation(Access.class);
        if (annotation == null) return DocumentRules.NONE;
        try {
            return DocumentRules.of(annotation);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("@Access " + wrong.getMessage(), wrong);
        }
    }

    private static Declaration ofTasks(Object service, String source) throws BadDeclarationException {
        TaskService annotation = service.getClass().getAnnotation(TaskService.class);
        try {
            if (rules(service.getClass()).tenant().isPresent()) {
                throw new IllegalArgumentException(
                        "@Access(tenant) is not supported for tasks; use read = \"input.company:@caller.tenant\"");
            }
            return new Declaration(
                    annotation.collection(),
                    policy(annotation),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(service),
                    permission(service.getClass()),
                    rules(service.getClass()),
                    source);
        } catch (IllegalArgumentException wrong) {
            throw new BadDeclarationException(source + ": " + wrong.getMessage());
        }
    }

    /** @throws IllegalArgumentException if an attribute is not valid */
    static CollectionPolicy policy(TaskService annotation) {
        return PolicyText.of(annotation.storage())
                .withTimeToLive(attribute("timeToLive", annotation.timeToLive(), PolicyText::timeToLive));
    }

    private static CollectionPolicy policy(DocumentService annotation) {
        CollectionPolicy policy = PolicyText.of(annotation.storage())
                .withStrict(annotation.strict())
                .withImmutable(annotation.immutable())
                .withMaxBytes(attribute("maxSize", annotation.maxSize(), PolicyText::bytes));
        if (annotation.versions() != 0) policy = policy.withVersions(annotation.versions());
        return annotation.timeToLive().isEmpty()
                ? policy
                : policy.withTimeToLive(attribute("timeToLive", annotation.timeToLive(), PolicyText::timeToLive));
    }

    private static <R> R attribute(String name, String text, Function<String, R> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + " \"" + text + "\": " + wrong.getMessage(), wrong);
        }
    }
}
