/**
 * Who may read and write which documents of a collection.
 *
 * <p>Start at {@link vesper.services.access.DocumentRules}. The endpoints apply the rules; code of packages is trusted.
 */
@NullMarked
package vesper.services.access;

import org.jspecify.annotations.NullMarked;
