/**
 * The parts of an HTTP/2 connection that server and client share (RFC 9113): frame input and output, flow-control
 * windows, closed streams, the limit on idle frames, and the detection of peers that do not read.
 *
 * <p>Not exported: the connections of server and client use it, and enforce the rules of the protocol.
 *
 * <p>Start at {@link FrameOutput}.
 */
@NullMarked
package vesper.http.frames;

import org.jspecify.annotations.NullMarked;
