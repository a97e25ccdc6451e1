/**
 * The UUID service that Vesper ships, {@code packages/uuid}, in a typical implementation for Jetty.
 *
 * <p>{@code GET /api/uuid?method=RANDOM|TIME|NAME&count=N[&name=…]}, or a POST of {@code
 * <request><method>TIME</method><count>10</count></request>}, is answered with {@code <uuids><uuid>…</uuid>…</uuids>},
 * with the same libraries and the same limits. An invalid request is rejected with a sentence of plain text.
 *
 * <p>Start at {@link vesper.peers.uuid.JettyUuidPeer}, then {@code UuidHandler}. Knows nothing of Vesper.
 */
@NullMarked
package vesper.peers.uuid;

import org.jspecify.annotations.NullMarked;
