package vesper.services.collections;

import java.util.Optional;
import vesper.documents.CollectionPolicy;
import vesper.rest.access.Permission;
import vesper.services.access.DocumentRules;

/**
 * A package's declaration of a collection.
 *
 * @param state class that documents are read as; empty for any JSON
 * @param schema path of a schema file in the package; empty for no schema
 * @param service object whose methods handle changes; empty for no service
 * @param permission callers that the code admits to all routes of the collection
 * @param rules who may read and write which documents
 * @param origin place of the declaration, for messages
 */
public record Declaration(
        String name,
        CollectionPolicy policy,
        Optional<Class<?>> state,
        Optional<String> schema,
        Optional<Object> service,
        Permission permission,
        DocumentRules rules,
        String origin) {
    /** Creates a declaration whose code does not say who may call. */
    public Declaration(
            String name,
            CollectionPolicy policy,
            Optional<Class<?>> state,
            Optional<String> schema,
            Optional<Object> service,
            String origin) {
        this(name, policy, state, schema, service, Permission.UNSTATED, DocumentRules.NONE, origin);
    }

    /** Returns a copy with other rules. */
    public Declaration with(DocumentRules others) {
        return new Declaration(name, policy, state, schema, service, permission, others, origin);
    }

    Declaration with(CollectionPolicy other) {
        return new Declaration(name, other, state, schema, service, permission, rules, origin);
    }
}
