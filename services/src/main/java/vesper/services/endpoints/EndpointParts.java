package vesper.services.endpoints;

import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;
import vesper.codec.Codec;
import vesper.documents.queries.CursorKey;
import vesper.http.files.DiskThreads;
import vesper.rest.operations.DocComments;
import vesper.services.webhooks.Webhooks;

/**
 * Dependencies of the endpoints of a collection.
 *
 * @param codec codec for the classes of the collection's package
 * @param cursors key for signing cursors
 * @param disk threads for blocking disk access
 * @param comments doc comments of the package's classes
 * @param webhooks webhooks of all collections
 * @param ids generates ids for documents that are created without one
 */
public record EndpointParts(
        Codec codec,
        CursorKey cursors,
        InstantSource clock,
        DiskThreads disk,
        DocComments comments,
        Webhooks webhooks,
        Supplier<UUID> ids) {}
