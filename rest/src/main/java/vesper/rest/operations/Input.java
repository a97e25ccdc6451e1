package vesper.rest.operations;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a handler method takes from its requests, for descriptions.
 *
 * @param name of the parameter, header field, cookie or path variable; empty where all of a kind are taken, and for the
 *     body
 * @param required whether a request without it is refused
 * @param fallback the text that stands for it where it is not there; null for none
 * @param declaredAt where it was declared, with its annotations
 */
public record Input(
        From from,
        String name,
        Type type,
        boolean required,
        @Nullable String fallback,
        AnnotatedElement declaredAt) {
    /** The part of a request that it is taken from. */
    public enum From {
        PATH,
        /** The query, and a form in the body. */
        PARAMETER,
        HEADER,
        COOKIE,
        BODY,
        /** A part of an upload, {@code multipart/form-data}. */
        PART,
        /** Parameters that together make an object: its properties are their names. */
        PARAMETERS
    }
}
