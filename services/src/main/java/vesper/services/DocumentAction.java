package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method as an action on a document, {@code POST /api/{collection}/{id}/{action}}. The method takes the current
 * state and optionally the request body, and returns the next state:
 * {@code Counter increment(Counter current, Increment by)}. It may also take the {@link vesper.documents.DocumentId},
 * the current {@link vesper.documents.Version} and the {@link vesper.http.Request}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DocumentAction {
    /** Name of the action in the path; by default the method's name. */
    String value() default "";
}
