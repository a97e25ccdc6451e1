package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Does the work of a task: takes its input and, where it asks for it, its {@link TaskRun}; returns its result, or nothing.
 * What it throws makes the task fail, with the message for everybody to see. It is interrupted when the task is cancelled,
 * has expired, or the server stops.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RunTask {}
