package vesper.services.schemas;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Draft202012;
import com.networknt.schema.path.PathType;
import java.util.Locale;

/** JSON Schema 2020-12 as checked here: with bounds, with assertions of formats, and without fetching schemas. */
final class Dialect202012 {
    static final String ID = "https://json-schema.org/draft/2020-12/schema";

    /** Prefix of the metaschemas, which come with the library. */
    static final String SHIPPED = "https://json-schema.org/draft/2020-12/";

    private Dialect202012() {}

    /**
     * Returns a registry for one schema. A registry caches schemas by their identifiers, which two schemas may share.
     */
    static SchemaRegistry registry() {
        Dialect.Builder dialect = Dialect.builder(Draft202012.getInstance())
                .formats(formats -> formats.replaceAll((_, format) -> new BoundedFormat(format)));
        ValueKeyword.all().forEach(dialect::keyword);
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .pathType(PathType.JSON_POINTER)
                .formatAssertionsEnabled(true)
                .locale(Locale.ROOT)
                .regularExpressionFactory(BoundedPattern::of)
                .build();
        return SchemaRegistry.withDialect(
                dialect.build(),
                registry -> registry.schemaRegistryConfig(config)
                        .schemaLoader(loader -> loader.fetchRemoteResources(false)
                                .allow(iri -> iri.toString().startsWith(SHIPPED))));
    }
}
