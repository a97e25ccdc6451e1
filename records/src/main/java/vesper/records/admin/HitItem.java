package vesper.records.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A hit in the form in which it is sent.
 *
 * @param bytes its size as JSON; only set on a page
 * @param cursor position after it; only set on a page
 * @param partOf id of the transaction of which the hit is only a part; null if the hit is complete
 */
record HitItem<T>(
        T item, int bytes, String cursor, @Nullable UUID partOf) {}
