/**
 * The UUID service that Vesper ships, {@code packages/uuid}, as somebody would write it with Jetty.
 *
 * <p>{@code GET /api/uuid?method=RANDOM|TIME|NAME&count=N[&name=…]}, or a POST of
 * {@code <request><method>TIME</method><count>10</count></request>}, is answered with
 * {@code <uuids><uuid>…</uuid>…</uuids>}, by the same libraries and within the same bounds. What cannot be made is
 * refused in a sentence of plain text.
 *
 * <p>Start at {@link vesper.peers.uuid.JettyUuidPeer}, then {@code UuidHandler}. Knows nothing of Vesper.
 */
@NullMarked
package vesper.peers.uuid;

import org.jspecify.annotations.NullMarked;
