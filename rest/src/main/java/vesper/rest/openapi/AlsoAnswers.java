package vesper.rest.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says, for the OpenAPI document, with what else a handler method answers than its own status and what follows from its
 * arguments: from 400 on a problem, below with what it returns. {@code @ApiResponse} is what others call it.
 */
@Repeatable(AlsoAnswers.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AlsoAnswers {
    int status();

    /** When it does, as a sentence without a full stop. */
    String when();

    /** What the compiler makes of several. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface All {
        AlsoAnswers[] value();
    }
}
