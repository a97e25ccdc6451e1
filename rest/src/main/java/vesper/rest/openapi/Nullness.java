package vesper.rest.openapi;

import java.lang.annotation.Annotation;
import java.util.List;

/** Determines nullness from annotations named {@code Nullable} or {@code CheckForNull} of any library. */
final class Nullness {
    private Nullness() {}

    static boolean isNullable(List<Annotation> annotations) {
        return annotations.stream()
                .map(one -> one.annotationType().getSimpleName())
                .anyMatch(name -> name.equals("Nullable") || name.equals("CheckForNull"));
    }

    /** Returns whether validation rejects null. */
    static boolean isRefused(List<Annotation> annotations) {
        return annotations.stream()
                .map(Annotation::annotationType)
                .filter(type -> type.getName().startsWith(ConstraintSchema.PACKAGE))
                .anyMatch(type -> List.of("NotNull", "NotBlank", "NotEmpty").contains(type.getSimpleName()));
    }
}
