package vesper.rest.operations;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A value that a handler method takes from its requests, for documentation.
 *
 * @param name of the parameter, header field, cookie or path variable; empty for all of a kind, and for the body
 * @param required true if a request without it is rejected
 * @param fallback default text; null for none
 * @param declaredAt the element that declares it, with its annotations
 */
public record Input(
        From from,
        String name,
        Type type,
        boolean required,
        @Nullable String fallback,
        AnnotatedElement declaredAt) {
    /** The part of a request that contains the value. */
    public enum From {
        PATH,
        /** The query or a form in the body. */
        PARAMETER,
        HEADER,
        COOKIE,
        BODY,
        /** A part of an upload, {@code multipart/form-data}. */
        PART,
        /** Several parameters that form an object; their names are its properties. */
        PARAMETERS
    }
}
