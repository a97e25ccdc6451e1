/**
 * Content on its way between an event loop and the one thread that reads or writes it, bounded both ways. No locks: an
 * event loop must never wait for a thread that it may itself carry.
 *
 * <p>Not exported: server and client give it to their callers as plain streams. Knows neither requests nor answers.
 */
@NullMarked
package vesper.http.flow;

import org.jspecify.annotations.NullMarked;
