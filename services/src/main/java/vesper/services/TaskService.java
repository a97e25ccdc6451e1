package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import vesper.documents.Storage;

/**
 * A service that does work which takes longer than a request: each piece of it is a document at
 * {@code /api/{collection}}, a {@link Task}. What is sent by POST or PUT is its input; the method with {@link RunTask} does
 * it in the background, and the document says how far it is and what came of it. {@code POST …/{id}/cancel} ends a task,
 * {@code POST …/{id}/retry} has one run again that failed or was cancelled.
 *
 * <pre>
 * &#64;TaskService(collection = "imports")
 * public class Imports {
 *     &#64;RunTask
 *     public Summary run(Source source, TaskRun run) throws Exception { … }
 * }
 * </pre>
 *
 * <p>A durable task that a restart, a reload or the end of the process has interrupted runs again from its last
 * {@linkplain TaskRun#checkpoint checkpoint}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TaskService {
    /** As {@link DocumentService#collection}. */
    String collection();

    Storage storage() default Storage.DURABLE;

    /** How many run at the same time, 1 to 1000; the others wait in the order in which they were created. */
    int parallel() default 4;

    /** After which a task that has not ended fails, counted from its creation, {@code 1h} for example; empty for never. */
    String expires() default "";

    /** After which a task is deleted that has not changed. */
    String timeToLive() default "7d";
}
