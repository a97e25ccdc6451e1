package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that decides what is stored when a document is replaced by PUT. It takes the current state and the one
 * that the client sent, and returns the state to store: {@code Counter replace(Counter current, Counter given)}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnReplace {}
