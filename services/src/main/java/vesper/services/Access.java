package vesper.services;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says who may read and write which documents of a {@link DocumentService} or {@link TaskService}. Each rule is a query
 * that the document must match, with variables for the caller: {@code owner:@caller.name}, {@code team:@caller.group},
 * {@code company:@caller.tenant}, {@code @caller.group:clerks}. A rule that is left out admits every caller who may use
 * the route. Operators may read and write all documents.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Access {
    /** Documents that the caller may read. All others do not exist for the caller. */
    String read() default "";

    /** Documents that the caller may create. */
    String create() default "";

    /** Documents that the caller may change, before and after the change. */
    String update() default "";

    /** Documents that the caller may delete. */
    String delete() default "";

    /**
     * A member in which the server writes the caller's tenant when a document is created. A caller reads and writes
     * documents of the own tenant only.
     */
    String tenant() default "";
}
