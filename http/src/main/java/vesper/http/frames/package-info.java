/**
 * What both ends of an HTTP/2 connection have in common (RFC 9113): how frames are written and read, which streams were closed and how, how much of what asks for nothing is borne, and since when a peer does
 * not read.
 *
 * <p>Not exported: it is plumbing of the server's and the client's connections, which hold the rules.
 *
 * <p>Start at {@link FrameOutput}.
 */
@NullMarked
package vesper.http.frames;

import org.jspecify.annotations.NullMarked;
