/**
 * The systems that Vesper is measured against, each a server of one class.
 *
 * <p>Every {@code main} takes {@code --port N} (0 picks a free one) and {@code --io-threads N}, refuses flags that it
 * does not take, prints {@code ready http://127.0.0.1:PORT/} when it listens and ends with SIGTERM. Each answers
 * {@code GET /api/test/sayHello} with the same 52 bytes, which Jackson writes anew for every request; three also echo a
 * text. What is tuned in which is in {@code peers/README.md}.
 *
 * <p>Start at {@link vesper.peers.NettyPeer}. Knows nothing of Vesper.
 */
@NullMarked
package vesper.peers;

import org.jspecify.annotations.NullMarked;
