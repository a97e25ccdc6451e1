package vesper.rest.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a further response of a handler method for the OpenAPI document, besides those that follow from its status
 * and its arguments. A status from 400 is described as a problem, a lower one with the method's return type. Comparable
 * to {@code @ApiResponse} of other libraries.
 */
@Repeatable(AlsoAnswers.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AlsoAnswers {
    int status();

    /** Describes when the method responds with this status, as a sentence without a full stop. */
    String when();

    /** The container for repeated annotations. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface All {
        AlsoAnswers[] value();
    }
}
