package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method that does the work of a task. It takes the task's input and optionally its {@link TaskRun}, and
 * returns a result or nothing. An exception makes the task fail; every client can read its message. The method's thread
 * is interrupted when the task is cancelled or expires, or the server stops.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RunTask {}
