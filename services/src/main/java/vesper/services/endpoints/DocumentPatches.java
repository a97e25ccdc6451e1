package vesper.services.endpoints;

import java.util.List;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.Document;
import vesper.documents.Refusal;
import vesper.documents.StateForm;
import vesper.http.Request;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.services.collections.DocumentBodies;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.StateReader;
import vesper.services.patches.Patch;
import vesper.services.patches.PatchBounds;
import vesper.services.patches.PatchParseResult;
import vesper.services.patches.PatchResult;
import vesper.services.trees.JsonTree;

/** Reads patches and applies them to the JSON of documents. */
final class DocumentPatches<T> {
    static final String MERGE = "application/merge-patch+json";
    static final String OPERATIONS = "application/json-patch+json";

    private static final ProblemType CONFLICT = ProblemType.ofStatus(409);

    private final StateForm<T> form;
    private final StateReader<T> reader;
    private final Codec codec;
    private final PatchBounds bounds;

    DocumentPatches(OpenCollection<T> collection, Codec codec) {
        this.form = collection.form();
        this.reader = collection.reader();
        this.codec = codec.unindented();
        this.bounds =
                PatchBounds.DEFAULTS.withBytes(collection.documents().policy().maxBytes());
    }

    /**
     * Reads the patch of a request, in the form that its content type says.
     *
     * @throws ProblemException if it is not a patch
     */
    Patch read(byte[] body, Request request) {
        JsonNode patch = DocumentBodies.value(JsonTree.readUnambiguous(DocumentBodies.required(body), codec));
        String type = String.valueOf(request.headers().firstOrNull("Content-Type"));
        return type.strip().regionMatches(true, 0, OPERATIONS, 0, OPERATIONS.length())
                ? operations(patch, "#")
                : Patch.merge(patch);
    }

    /**
     * Reads a JSON Patch (RFC 6902).
     *
     * @param place place of the patch in the request, for error messages
     */
    Patch operations(JsonNode patch, String place) {
        return switch (Patch.operations(patch, bounds)) {
            case PatchParseResult.Valid(var valid) -> valid;
            case PatchParseResult.Invalid(var reasons) ->
                throw refusal(ProblemType.BAD_REQUEST, "The patch is not valid", reasons, place);
        };
    }

    /**
     * Returns the patched state.
     *
     * @throws ProblemException 409 if the patch does not fit the document, 413 if the result is too large, 422 if it is
     *     not a valid state
     */
    T next(Document<T> current, Patch patch) {
        return switch (patch.applyTo(tree(current), bounds)) {
            case PatchResult.Changed(var document) ->
                DocumentBodies.value(reader.read(codec.write(MediaFormat.JSON, document)));
            case PatchResult.NotApplicable(var reason) ->
                throw refusal(CONFLICT, "The patch does not fit the document", List.of(reason), "#");
            case PatchResult.TooLarge(var reason) ->
                throw refusal(ProblemType.TOO_LARGE, "The patched document would be too large", List.of(reason), "#");
        };
    }

    private JsonNode tree(Document<T> current) {
        return switch (JsonTree.read(form.toBytes(current.value()), codec)) {
            case DecodeResult.Value<JsonNode>(var tree) when tree != null -> tree;
            case DecodeResult.Mismatch<JsonNode>(var fields) ->
                throw refusal(
                        CONFLICT,
                        "The document has numbers that a patch cannot preserve",
                        fields.stream()
                                .map(field -> new Refusal(field.pointer(), field.detail()))
                                .toList(),
                        "#");
            case DecodeResult<JsonNode> other ->
                throw new IllegalStateException("a state must be JSON, but was read as " + other);
        };
    }

    private static ProblemException refusal(ProblemType type, String detail, List<Refusal> reasons, String place) {
        return type.because(detail)
                .withErrors(reasons.stream()
                        .map(it -> new BadValue(place + it.pointer(), it.reason()))
                        .toList())
                .exception();
    }
}
