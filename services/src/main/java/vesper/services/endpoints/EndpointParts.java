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
 * What the endpoints of all collections share.
 *
 * @param codec of the package whose collection it is
 * @param cursors what cursors are signed with
 * @param disk waits for disks
 * @param comments what the sources of the package say of its classes
 * @param webhooks of all collections
 * @param ids makes ids for documents whose clients name none
 */
public record EndpointParts(
        Codec codec,
        CursorKey cursors,
        InstantSource clock,
        DiskThreads disk,
        DocComments comments,
        Webhooks webhooks,
        Supplier<UUID> ids) {}
