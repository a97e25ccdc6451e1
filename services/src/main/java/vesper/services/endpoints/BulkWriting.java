package vesper.services.endpoints;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.documents.DocumentId;
import vesper.documents.StorageException;
import vesper.documents.Write;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.Problem;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.OwnNames;
import vesper.services.collections.SentBodies;
import vesper.services.patches.Patch;

/**
 * Executes bulk requests, with one write for each line of JSON. The writes share the waits for the disk. Each line has
 * a line in the response; a rejected write does not stop the others. Called on threads that may block.
 */
final class BulkWriting<T> {
    static final int MOST_LINES = 10_000;
    private static final String LINES = "application/x-ndjson";
    private static final int UNDER_WAY = 1000;

    private final OpenCollection<T> collection;
    private final Writing<T> writing;
    private final Patching<T> patching;
    private final Refusals refusals;
    private final Codec codec;
    private final Supplier<UUID> ids;

    BulkWriting(
            OpenCollection<T> collection,
            Writing<T> writing,
            Patching<T> patching,
            Refusals refusals,
            EndpointParts parts) {
        this.collection = collection;
        this.writing = writing;
        this.patching = patching;
        this.refusals = refusals;
        this.codec = parts.codec().unindented();
        this.ids = parts.ids();
    }

    /** A write in progress, or the reason for which it was not started. */
    private record Begun(
            @Nullable DocumentId id,
            @Nullable CompletableFuture<Write> write,
            @Nullable Problem refused) {}

    Response write(byte[] body, Request request) {
        List<byte[]> lines = BulkLine.lines(SentBodies.required(body));
        if (lines.size() > MOST_LINES) {
            throw ProblemType.TOO_LARGE
                    .because(lines.size() + " lines; at most " + MOST_LINES + " are taken at once")
                    .exception();
        }
        var storage = new StorageProblem(request);
        var answers = new ByteArrayOutputStream();
        for (int from = 0; from < lines.size(); from += UNDER_WAY) {
            List<Begun> begun = new ArrayList<>();
            for (byte[] line : lines.subList(from, Math.min(from + UNDER_WAY, lines.size()))) {
                begun.add(begin(line, request, storage));
            }
            for (int i = 0; i < begun.size(); i++) {
                answers.writeBytes(codec.write(MediaFormat.JSON, answer(from + i + 1, begun.get(i), storage)));
                answers.write('\n');
            }
        }
        return Response.of(200).header("Content-Type", LINES).body(answers.toByteArray());
    }

    private Begun begin(byte[] text, Request request, StorageProblem storage) {
        DocumentId id = null;
        try {
            BulkLine line = BulkLine.read(text, codec);
            id = line.id().orElseGet(() -> new DocumentId(ids.get().toString()));
            return new Begun(id, begin(line, id, request), null);
        } catch (ProblemException refused) {
            return new Begun(id, null, refused.problem());
        } catch (StorageException failure) {
            return new Begun(id, null, storage.of(failure));
        } catch (Throwable failed) {
            // Anything that a service throws; the remaining lines are independent of it.
            return new Begun(id, null, refusals.failed(failed));
        }
    }

    private CompletableFuture<Write> begin(BulkLine line, DocumentId id, Request request) throws Exception {
        WriteCondition condition =
                line.version().<WriteCondition>map(WriteCondition.Exactly::new).orElseGet(WriteCondition.None::new);
        return switch (line.operation()) {
            case CREATE -> writing.beginPut(free(id), document(line), new WriteCondition.Absent(), request);
            case PUT -> writing.beginPut(free(id), document(line), condition, request);
            case PATCH -> writing.beginPatch(id, patch(line), condition, request);
            case DELETE -> writing.beginDelete(id, condition, request);
        };
    }

    /** Rejects ids that are reserved path segments, under which a document could not be reached. */
    private static DocumentId free(DocumentId id) {
        if (!OwnNames.BESIDE_DOCUMENTS.contains(id.text())) return id;
        throw ProblemType.BAD_REQUEST
                .because("This is no id of a document")
                .at(List.of(new BadValue("#/id", "is one of the collection's own names: " + OwnNames.BESIDE_DOCUMENTS)))
                .exception();
    }

    private T document(BulkLine line) {
        byte[] json = codec.write(MediaFormat.JSON, line.content().orElseThrow());
        return SentBodies.value(collection.reader().read(json));
    }

    private Patch patch(BulkLine line) {
        JsonNode changes = line.content().orElseThrow();
        return changes.isArray() ? patching.operations(changes, "#/patch") : Patch.merge(changes);
    }

    private Map<String, Object> answer(int number, Begun begun, StorageProblem storage) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("line", number);
        DocumentId id = begun.id();
        if (id != null) answer.put("id", id.text());
        Problem refused = begun.refused();
        if (refused == null && id != null && begun.write() != null) {
            try {
                refused = answer(id, StoreCalls.await(begun.write()), answer);
            } catch (StorageException failure) {
                refused = storage.of(failure);
            }
        }
        if (refused != null) tell(refused, answer);
        return answer;
    }

    private @Nullable Problem answer(DocumentId id, Write write, Map<String, Object> answer) {
        switch (write) {
            case Write.Stored stored -> {
                answer.put("status", stored.isNew() ? 201 : 200);
                answer.put("version", stored.version().number());
            }
            case Write.Unchanged(var version) -> {
                answer.put("status", 200);
                answer.put("version", version.number());
            }
            default -> {
                return refusals.of(id, write, false).problem();
            }
        }
        return null;
    }

    private static void tell(Problem refused, Map<String, Object> answer) {
        answer.put("status", refused.type().status());
        answer.put("title", refused.type().title());
        answer.put("detail", refused.detail());
        if (!refused.errors().isEmpty()) answer.put("errors", refused.errors());
        answer.putAll(refused.members());
    }
}
