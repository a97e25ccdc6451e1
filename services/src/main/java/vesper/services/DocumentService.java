package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import vesper.documents.Storage;

/**
 * Marks a service whose state is a document. The class serves a collection of documents at {@code /api/{collection}}.
 * Its methods can decide what is stored ({@link OnCreate}, {@link OnReplace}, {@link OnPatch}, {@link OnDelete}) and
 * offer custom actions ({@link DocumentAction}).
 * <pre>
 * &#64;DocumentService(collection = "counters", state = Counter.class)
 * public class Counters {
 *     &#64;DocumentAction
 *     public Counter increment(Counter current, Increment increment) {
 *         return new Counter(current.value() + increment.by(), current.note());
 *     }
 * }
 * </pre>
 * Methods for the same document run one at a time: while one runs, other writes to that document wait. A method that
 * throws changes nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface DocumentService {
    /**
     * Name of the collection and its segment of the path: letters, digits, {@code -}, {@code _} and {@code .}, starting
     * with a letter or digit.
     */
    String collection();

    /** Type that documents are read as; records are stored without a copy. By default, any JSON is accepted. */
    Class<?> state() default Void.class;

    Storage storage() default Storage.DURABLE;

    /** True if a write to an existing document must name its version by {@code If-Match}. */
    boolean strict() default false;

    /** True if a document never changes after its creation; it can still be deleted. */
    boolean immutable() default false;

    /** Number of versions kept for each document; 0 for the default of the storage. */
    int versions() default 0;

    /** Maximum size of a document as JSON, for example {@code 64KiB}. */
    String maxSize() default "1MiB";

    /** Time without a change after which a document is deleted, for example {@code 30d}; empty for never. */
    String timeToLive() default "";

    /**
     * File with a JSON Schema in the package's folder, for example {@code conf/counter.schema.json}; empty for no
     * schema.
     */
    String schema() default "";
}
