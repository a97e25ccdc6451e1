package vesper.services.collections;

import java.util.Optional;
import vesper.documents.CollectionPolicy;

/**
 * What a package says of a collection.
 *
 * @param state what documents are read as; empty for any JSON
 * @param schema a file of the package; empty for none
 * @param service the object whose methods have a say; empty for none
 * @param origin where it was said, for messages
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
