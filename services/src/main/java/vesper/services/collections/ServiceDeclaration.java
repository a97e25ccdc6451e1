package vesper.services.collections;

import java.util.Optional;
import java.util.function.Function;
import vesper.documents.CollectionPolicy;
import vesper.services.DocumentService;
import vesper.services.TaskService;

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
        DocumentService said = service.getClass().getAnnotation(DocumentService.class);
        String source = service.getClass().getSimpleName() + " (" + origin + ")";
        if (said == null) return ofTasks(service, source);
        try {
            return new Declaration(
                    said.collection(),
                    policy(said),
                    said.state() == Void.class ? Optional.empty() : Optional.of(said.state()),
                    said.schema().isEmpty() ? Optional.empty() : Optional.of(said.schema()),
                    Optional.of(service),
                    source);
        } catch (IllegalArgumentException wrong) {
            throw new BadDeclarationException(source + ": " + wrong.getMessage());
        }
    }

    private static Declaration ofTasks(Object service, String source) throws BadDeclarationException {
        TaskService said = service.getClass().getAnnotation(TaskService.class);
        try {
            return new Declaration(
                    said.collection(), policy(said), Optional.empty(), Optional.empty(), Optional.of(service), source);
        } catch (IllegalArgumentException wrong) {
            throw new BadDeclarationException(source + ": " + wrong.getMessage());
        }
    }

    /** @throws IllegalArgumentException if an attribute is not valid */
    static CollectionPolicy policy(TaskService said) {
        return PolicyText.of(said.storage())
                .withTimeToLive(attribute("timeToLive", said.timeToLive(), PolicyText::timeToLive));
    }

    private static CollectionPolicy policy(DocumentService said) {
        CollectionPolicy policy = PolicyText.of(said.storage())
                .withStrict(said.strict())
                .withImmutable(said.immutable())
                .withMaxBytes(attribute("maxSize", said.maxSize(), PolicyText::bytes));
        if (said.versions() != 0) policy = policy.withVersions(said.versions());
        return said.timeToLive().isEmpty()
                ? policy
                : policy.withTimeToLive(attribute("timeToLive", said.timeToLive(), PolicyText::timeToLive));
    }

    private static <R> R attribute(String name, String text, Function<String, R> reading) {
        try {
            return reading.apply(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + " \"" + text + "\": " + wrong.getMessage(), wrong);
        }
    }
}
