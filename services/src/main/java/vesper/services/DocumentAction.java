package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An action on a document, {@code POST /api/{collection}/{id}/{action}}: takes the current state and, if it asks for
 * anything else, what was sent, and returns the next state, {@code Counter increment(Counter current, Increment by)}. May
 * also ask for the {@link vesper.documents.DocumentId}, the current {@link vesper.documents.Version} and the
 * {@link vesper.http.Request}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface DocumentAction {
    /** What it is called in the path; the method's name where nothing is said. */
    String value() default "";
}
