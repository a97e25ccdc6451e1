package vesper.rest.openapi;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import vesper.codec.FieldOrigin;
import vesper.rest.operations.DocComments;

/** Finds the documentation of classes and their members: doc comments first, then {@link Described}. */
final class Docs {
    private final DocComments comments;

    Docs(DocComments comments) {
        this.comments = comments;
    }

    DocText of(Class<?> type) {
        return text(comments.of(type), type);
    }

    /** Returns the documentation of the method, or else that of the annotated method that it overrides. */
    DocText of(Method method, Method annotated) {
        DocText own = text(comments.of(method), method);
        return own == DocText.NONE ? text(comments.of(annotated), annotated) : own;
    }

    /**
     * Returns the documentation of a field. In a record it is a {@code @param} tag, in a class the comment on the Java
     * field or its accessor.
     */
    DocText of(FieldOrigin field) {
        Class<?> type = field.declaring();
        if (type.isRecord()) {
            DocText component = of(type).of(field.name());
            if (component != DocText.NONE) return component;
            return Arrays.stream(type.getRecordComponents())
                    .filter(one -> one.getName().equals(field.name()))
                    .findFirst()
                    .map(one -> text(Optional.empty(), one))
                    .orElse(DocText.NONE);
        }
        DocText ofField = Arrays.stream(type.getDeclaredFields())
                .filter(one -> one.getName().equals(field.name()))
                .findFirst()
                .map(one -> text(comments.of(one), one))
                .orElse(DocText.NONE);
        if (ofField != DocText.NONE) return ofField;
        return field.accessor()
                .map(accessor -> {
                    DocText text = text(comments.of(accessor), accessor);
                    return text.text().isEmpty() ? text.returned() : text;
                })
                .orElse(DocText.NONE);
    }

    /** Returns the documentation of a Java field. */
    DocText of(Field field) {
        return of(new FieldOrigin(field.getDeclaringClass(), field.getName(), Optional.empty(), List.of(), List.of()));
    }

    private static DocText text(Optional<String> comment, AnnotatedElement element) {
        Described described = element.getAnnotation(Described.class);
        Optional<String> found = comment.or(() -> Optional.ofNullable(described).map(Described::value));
        return found.map(DocText::new).orElse(DocText.NONE);
    }
}
