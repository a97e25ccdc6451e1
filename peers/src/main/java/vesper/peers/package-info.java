/**
 * The systems that Vesper is compared with, each a server of one class.
 *
 * <p>Every {@code main} accepts {@code --port N} (0 picks a free one) and {@code --io-threads N}, and rejects unknown
 * flags. It prints {@code ready http://127.0.0.1:PORT/} when it listens, and ends on SIGTERM. Each answers {@code GET
 * /api/test/sayHello} with the same 52 bytes, which Jackson writes again for every request; three also echo a text. The
 * tuning of each is in {@code peers/README.md}.
 *
 * <p>Start at {@link vesper.peers.NettyPeer}. Knows nothing of Vesper.
 */
@NullMarked
package vesper.peers;

import org.jspecify.annotations.NullMarked;
