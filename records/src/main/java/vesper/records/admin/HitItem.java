package vesper.records.admin;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One hit as it is answered.
 *
 * @param bytes of it as JSON, on a page
 * @param cursor behind it, on a page
 * @param partOf the transaction of which it is only a part; null where it is whole
 */
record HitItem<T>(
        T item, int bytes, String cursor, @Nullable UUID partOf) {}
