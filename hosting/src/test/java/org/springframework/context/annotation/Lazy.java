package org.springframework.context.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for the annotation in spring-context, which a package may have among its libraries. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Lazy {}
