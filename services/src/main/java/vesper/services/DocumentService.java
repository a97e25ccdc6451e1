package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import vesper.documents.Storage;

/**
 * A service whose state is a document: the class looks after a collection of them, which answers at
 * {@code /api/{collection}}. Its methods may have a say in what becomes of a document ({@link OnCreate}, {@link OnReplace},
 * {@link OnPatch}, {@link OnDelete}) and offer actions of their own ({@link DocumentAction}).
 *
 * <pre>
 * &#64;DocumentService(collection = "counters", state = Counter.class)
 * public class Counters {
 *     &#64;DocumentAction
 *     public Counter increment(Counter current, Increment increment) {
 *         return new Counter(current.value() + increment.by(), current.note());
 *     }
 * }
 * </pre>
 *
 * <p>Methods of a document take turns: while one runs, other writes to the same document wait. One that throws changes
 * nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface DocumentService {
    /** Letters, digits, {@code -}, {@code _} and {@code .}, beginning with a letter or digit; also its part of the path. */
    String collection();

    /** What a document is read as; a record is stored without being copied. Without one, any JSON is taken. */
    Class<?> state() default Void.class;

    Storage storage() default Storage.DURABLE;

    /** Whether each write to a document that is there has to name its version, by {@code If-Match}. */
    boolean strict() default false;

    /** Whether a document that was created never changes; it can be deleted. */
    boolean immutable() default false;

    /** How many versions of a document are kept; 0 for as many as the storage keeps by itself. */
    int versions() default 0;

    /** Of a document as JSON, {@code 64KiB} for example. */
    String maxSize() default "1MiB";

    /** After which a document is deleted that was not changed, {@code 30d} for example; empty for never. */
    String timeToLive() default "";

    /** A JSON Schema in the package's folder, {@code conf/counter.schema.json} for example; empty for none. */
    String schema() default "";
}
