/**
 * Content in transit between an event loop and the one thread that reads or writes it, bounded in both directions. It
 * uses no locks, because an event loop must never wait for a thread that it may itself carry.
 *
 * <p>Not exported: server and client expose it to their callers as plain streams. Does not depend on requests or
 * responses.
 */
@NullMarked
package vesper.http.flow;

import org.jspecify.annotations.NullMarked;
