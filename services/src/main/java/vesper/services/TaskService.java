package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import vesper.documents.Storage;

/**
 * Marks a service for work that takes longer than a request. Each piece of work is a document at
 * {@code /api/{collection}}, a {@link Task}, whose input is sent by POST or PUT. The method with {@link RunTask} does
 * the work in the background, and the document shows its progress and result. {@code POST …/{id}/cancel} ends a task;
 * {@code POST …/{id}/retry} runs a failed or cancelled task again.
 * <pre>
 * &#64;TaskService(collection = "imports")
 * public class Imports {
 *     &#64;RunTask
 *     public Summary run(Source source, TaskRun run) throws Exception { … }
 * }
 * </pre>
 * A durable task that was interrupted by a restart, a reload or the end of the process runs again from its last
 * {@linkplain TaskRun#checkpoint checkpoint}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TaskService {
    /** Name of the collection, see {@link DocumentService#collection}. */
    String collection();

    Storage storage() default Storage.DURABLE;

    /** Number of tasks that run at the same time, 1 to 1000. The others wait in the order of their creation. */
    int parallel() default 4;

    /** Time after its creation at which a task fails that has not ended, for example {@code 1h}; empty for never. */
    String expires() default "";

    /** Time without a change after which a task is deleted. */
    String timeToLive() default "7d";
}
