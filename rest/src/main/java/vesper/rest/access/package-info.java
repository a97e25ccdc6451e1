/**
 * Access to routes: the permission that their code states, and the gate that the router asks before it runs a route.
 *
 * <p>Start at {@link vesper.rest.access.Gate}. Users, keys and rules are not known here.
 */
@NullMarked
package vesper.rest.access;

import org.jspecify.annotations.NullMarked;
