package vesper.services.collections;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import vesper.codec.Codec;
import vesper.documents.JsonText;
import vesper.documents.StateForm;
import vesper.documents.Validator;
import vesper.services.schemas.BadSchemaException;
import vesper.services.schemas.DocumentSchema;

/** The schema that a declaration names. */
final class DeclaredSchema {
    private DeclaredSchema() {}

    /**
     * Reads the schema.
     *
     * @param files schema files of the package, by their paths in its folder
     * @throws BadDeclarationException if there is no such file, or it is not a schema
     */
    static Optional<DocumentSchema> of(Declaration declared, Map<String, ByteBuffer> files, Codec codec)
            throws BadDeclarationException {
        if (declared.schema().isEmpty()) return Optional.empty();
        String path = declared.schema().get();
        ByteBuffer file = files.get(path);
        if (file == null) throw new BadDeclarationException(declared.origin() + ": " + missing(path, files));
        if (file.remaining() > OpenCollections.MAX_SCHEMA_BYTES) {
            throw new BadDeclarationException(
                    declared.origin() + ": " + path + " has more than " + OpenCollections.MAX_SCHEMA_BYTES + " bytes");
        }
        byte[] utf8 = new byte[file.remaining()];
        file.duplicate().get(utf8);
        try {
            return Optional.of(DocumentSchema.read(path, utf8, codec));
        } catch (BadSchemaException wrong) {
            throw new BadDeclarationException(declared.origin() + ": " + wrong.getMessage());
        }
    }

    private static String missing(String path, Map<String, ByteBuffer> files) {
        return "there is no schema " + path + "; schemas are the files conf/*.schema.json of the package"
                + (files.isEmpty() ? "" : ": " + String.join(", ", new TreeSet<>(files.keySet())));
    }

    /** Returns a validator that checks states in their JSON form. */
    static <T> Validator<T> validator(DocumentSchema schema, StateForm<T> form, Codec codec) {
        Validator<JsonText> ofTexts = schema.ofTexts(codec.unindented());
        return state -> ofTexts.problems(JsonText.written(form.toBytes(state)));
    }
}
