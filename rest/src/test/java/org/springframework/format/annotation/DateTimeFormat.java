package org.springframework.format.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for Spring's annotation, whose library only packages contain. */
@Retention(RetentionPolicy.RUNTIME)
public @interface DateTimeFormat {
    String pattern() default "";
}
