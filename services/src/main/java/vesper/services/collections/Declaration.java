package vesper.services.collections;

import java.util.Optional;
import vesper.documents.CollectionPolicy;

/**
 * A package's declaration of a collection.
 *
 * @param state class that documents are read as; empty for any JSON
 * @param schema path of a schema file in the package; empty for no schema
 * @param service object whose methods handle changes; empty for no service
 * @param origin place of the declaration, for messages
 */
public record Declaration(
        String name,
        CollectionPolicy policy,
        Optional<Class<?>> state,
        Optional<String> schema,
        Optional<Object> service,
        String origin) {
    Declaration with(CollectionPolicy other) {
        return new Declaration(name, other, state, schema, service, origin);
    }
}
