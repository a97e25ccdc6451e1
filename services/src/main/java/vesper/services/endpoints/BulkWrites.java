package vesper.services.endpoints;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import vesper.services.collections.DocumentBodies;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.ReservedNames;
import vesper.services.patches.Patch;

/**
 * Executes bulk requests, with one write for each line of JSON. The writes share the waits for the disk. Each line has
 * a line in the response; a rejected write does not stop the others. Called on threads that may block.
 */
final class BulkWrites<T> {
    static final int MAX_LINES = 10_000;
    private static final String LINES = "application/x-ndjson";
    private static final int IN_FLIGHT = 1000;

    private final OpenCollection<T> collection;
    private final DocumentWrites<T> writes;
    private final DocumentPatches<T> patches;
    private final DocumentAccess<T> access;
    private final WriteProblems problems;
    private final Codec codec;
    private final Supplier<UUID> ids;

    BulkWrites(
            OpenCollection<T> collection,
            DocumentWrites<T> writes,
            DocumentPatches<T> patches,
            WriteProblems problems,
            DocumentAccess<T> access,
            EndpointParts parts) {
        this.collection = collection;
        this.writes = writes;
        this.patches = patches;
        this.access = access;
        this.problems = problems;
        this.codec = parts.codec().unindented();
        this.ids = parts.ids();
    }

    /** A write in progress, or the reason for which it was not started. */
    private record StartedWrite(
            @Nullable DocumentId id,
            @Nullable CompletableFuture<Write> write,
            @Nullable Problem problem) {}

    Response write(byte[] body, Request request) {
        List<byte[]> lines = BulkLine.lines(DocumentBodies.required(body));
        if (lines.size() > MAX_LINES) {
            throw ProblemType.TOO_LARGE
                    .because("The request has " + lines.size() + " lines; the limit is " + MAX_LINES)
                    .exception();
        }
        var storage = new StorageProblem(request);
        var answers = new ByteArrayOutputStream();
        for (int from = 0; from < lines.size(); from += IN_FLIGHT) {
            List<StartedWrite> started = new ArrayList<>();
            for (byte[] line : lines.subList(from, Math.min(from + IN_FLIGHT, lines.size()))) {
                started.add(start(line, request, storage));
            }
            for (int i = 0; i < started.size(); i++) {
                answers.writeBytes(codec.write(MediaFormat.JSON, answer(from + i + 1, started.get(i), storage)));
                answers.write('\n');
            }
        }
        return Response.of(200).header("Content-Type", LINES).body(answers.toByteArray());
    }

    private StartedWrite start(byte[] text, Request request, StorageProblem storage) {
        DocumentId id = null;
        try {
            BulkLine line = BulkLine.read(text, codec);
            id = line.id().orElseGet(() -> new DocumentId(ids.get().toString()));
            return new StartedWrite(id, start(line, id, request), null);
        } catch (ProblemException refused) {
            return new StartedWrite(id, null, refused.problem());
        } catch (StorageException failure) {
            return new StartedWrite(id, null, storage.of(failure));
        } catch (Throwable failed) {
            // Anything that a service throws; the remaining lines are independent of it.
            return new StartedWrite(id, null, problems.serviceFailed(failed));
        }
    }

    private CompletableFuture<Write> start(BulkLine line, DocumentId id, Request request) throws Exception {
        WriteCondition condition =
                line.version().<WriteCondition>map(WriteCondition.Exactly::new).orElseGet(WriteCondition.None::new);
        return switch (line.operation()) {
            case CREATE ->
                writes.startPut(requireNotReserved(id), document(line, request), new WriteCondition.Absent(), request);
            case PUT -> writes.startPut(requireNotReserved(id), document(line, request), condition, request);
            case PATCH -> writes.startPatch(id, patch(line), condition, request);
            case DELETE -> writes.startDelete(id, condition, request);
        };
    }

    /** Rejects ids that are reserved path segments, under which a document could not be reached. */
    private static DocumentId requireNotReserved(DocumentId id) {
        if (!ReservedNames.DOCUMENT_IDS.contains(id.text())) return id;
        throw ProblemType.BAD_REQUEST
                .because("The document id is not valid")
                .withErrors(List.of(new BadValue("#/id", "is reserved; reserved ids: " + ReservedNames.DOCUMENT_IDS)))
                .exception();
    }

    private T document(BulkLine line, Request request) {
        byte[] json = access.stamped(
                access.of(request), codec.write(MediaFormat.JSON, line.content().orElseThrow()));
        return DocumentBodies.value(collection.reader().read(json));
    }

    private Patch patch(BulkLine line) {
        JsonNode changes = line.content().orElseThrow();
        return changes.isArray() ? patches.operations(changes, "#/patch") : Patch.merge(changes);
    }

    private Map<String, Object> answer(int number, StartedWrite started, StorageProblem storage) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("line", number);
        DocumentId id = started.id();
        if (id != null) answer.put("id", id.text());
        Optional<Problem> problem = Optional.ofNullable(started.problem());
        if (problem.isEmpty() && id != null && started.write() != null) {
            try {
                problem = addOutcome(id, StoreCalls.await(started.write()), answer);
            } catch (StorageException failure) {
                problem = Optional.of(storage.of(failure));
            }
        }
        problem.ifPresent(it -> addProblem(it, answer));
        return answer;
    }

    /** Adds the outcome of a successful write, or returns the problem of another one. */
    private Optional<Problem> addOutcome(DocumentId id, Write write, Map<String, Object> answer) {
        return switch (write) {
            case Write.Stored stored -> {
                answer.put("status", stored.isNew() ? 201 : 200);
                answer.put("version", stored.version().number());
                yield Optional.empty();
            }
            case Write.Unchanged(var version) -> {
                answer.put("status", 200);
                answer.put("version", version.number());
                yield Optional.empty();
            }
            default -> Optional.of(problems.of(id, write, false).problem());
        };
    }

    private static void addProblem(Problem problem, Map<String, Object> answer) {
        answer.put("status", problem.type().status());
        answer.put("title", problem.type().title());
        answer.put("detail", problem.detail());
        if (!problem.errors().isEmpty()) answer.put("errors", problem.errors());
        answer.putAll(problem.members());
    }
}
