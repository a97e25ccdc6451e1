package vesper.rest.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A doc comment for classes whose sources are not compiled by Vesper, those of a library for example; where there is a
 * doc comment, that counts.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Described {
    /** What would stand in the comment, tags and {@code Example:} lines included. */
    String value();

    /**
     * What the text of a parameter stands for, where the method takes any text to say itself what is wrong with it, with
     * all else that is.
     */
    Class<?> as() default Object.class;

    /** Whether a request without the parameter is refused, where the method says so itself, with all else that is wrong. */
    boolean required() default false;
}
