package vesper.rest.openapi;

import java.lang.annotation.Annotation;
import java.util.List;

/** Whether something may be null, as annotations named {@code Nullable} say, of whatever library they are. */
final class Nullness {
    private Nullness() {}

    static boolean isNullable(List<Annotation> annotations) {
        return annotations.stream()
                .map(one -> one.annotationType().getSimpleName())
                .anyMatch(name -> name.equals("Nullable") || name.equals("CheckForNull"));
    }

    /** Whether validation refuses null. */
    static boolean isRefused(List<Annotation> annotations) {
        return annotations.stream()
                .map(Annotation::annotationType)
                .filter(type -> type.getName().startsWith(Constraints.PACKAGE))
                .anyMatch(type -> List.of("NotNull", "NotBlank", "NotEmpty").contains(type.getSimpleName()));
    }
}
