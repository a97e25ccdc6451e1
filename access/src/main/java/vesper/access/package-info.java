/**
 * Authentication of callers, and rules on what they may do.
 *
 * <p>Start at {@link vesper.access.Access}: it authenticates requests as a filter in front of the router, and decides
 * as the router's gate. Users, groups, keys and tokens are documents; rules are in a book, as those of the Monitor.
 */
@NullMarked
package vesper.access;

import org.jspecify.annotations.NullMarked;
