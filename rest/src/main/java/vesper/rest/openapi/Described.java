package vesper.rest.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A doc comment for elements whose source Vesper does not compile, in a library for example. An actual doc comment
 * takes precedence.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Described {
    /** The text of the comment, which may contain tags and {@code Example:} lines. */
    String value();

    /**
     * The type to document for a text parameter. For methods that accept any text and validate it themselves, so that
     * they report all errors together.
     */
    Class<?> as() default Object.class;

    /** True if the method itself rejects requests without the parameter, so that it reports all errors together. */
    boolean required() default false;
}
