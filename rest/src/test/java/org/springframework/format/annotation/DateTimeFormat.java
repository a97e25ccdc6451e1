package org.springframework.format.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for Spring's own, which is in a library that only packages bring. */
@Retention(RetentionPolicy.RUNTIME)
public @interface DateTimeFormat {
    String pattern() default "";
}
