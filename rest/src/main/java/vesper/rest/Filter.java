package vesper.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a filter: its one method {@code Response name(Request, Handler)} is called around the requests to its package,
 * that is, to controllers, collections, files in {@code web/} and event streams.
 *
 * <pre>{@code
 * @Filter(path = "/api/orders/**")
 * public class Timing {
 *     public Response handle(Request request, Handler next) throws Exception {
 *         long start = System.nanoTime();
 *         Response response = next.handle(request);
 *         return response.header("Server-Timing", "total;dur=" + (System.nanoTime() - start) / 1e6);
 *     }
 * }
 * }</pre>
 *
 * <p>The method may answer without {@code next}. The response of {@code next} is complete, and may be changed: an
 * exception of the handler has become its response before. Called by many threads at once.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Filter {
    /**
     * Returns patterns of whole paths, such as {@code /api/orders/**}, in the notation of mappings. Without one, the
     * filter is called for all paths of the package.
     */
    String[] path() default {};

    /** Returns the position: the filter with the lowest number is the outermost one. */
    int order() default 0;

    /** Returns whether the filter is called for the paths of all packages. Such filters are outside of the others. */
    boolean everywhere() default false;
}
