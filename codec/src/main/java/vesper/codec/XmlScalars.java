package vesper.codec;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.FormatSchema;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.InjectableValues;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.DeserializationContexts;
import tools.jackson.databind.deser.DeserializationContextExt;
import tools.jackson.databind.deser.DeserializerCache;
import tools.jackson.databind.deser.DeserializerFactory;
import tools.jackson.dataformat.xml.deser.XmlDeserializationContext;
import tools.jackson.dataformat.xml.deser.XmlDeserializationContexts;
import tools.jackson.dataformat.xml.util.XmlRootNameLookup;

/**
 * Reads text, numbers and the like from an XML element: its text, whatever attributes it has. One that holds elements
 * is none of them; Jackson takes the last piece of its text and drops the rest.
 */
final class XmlScalars extends XmlDeserializationContexts {
    private static final long serialVersionUID = 1;

    XmlScalars() {}

    private XmlScalars(
            TokenStreamFactory streams,
            DeserializerFactory deserializers,
            DeserializerCache cache,
            XmlRootNameLookup rootNames) {
        super(streams, deserializers, cache, rootNames);
    }

    @Override
    public DeserializationContexts forMapper(
            Object mapper, TokenStreamFactory streams, DeserializerFactory deserializers, DeserializerCache cache) {
        return new XmlScalars(streams, deserializers, cache, new XmlRootNameLookup());
    }

    @Override
    public DeserializationContextExt createContext(
            DeserializationConfig config, @Nullable FormatSchema schema, @Nullable InjectableValues injectables) {
        return new Context(_streamFactory, _deserializerFactory, _cache, config, schema, injectables, _rootNameLookup);
    }

    @SuppressWarnings("unchecked") // readTree, which is Jackson's and inherited as it is
    private static final class Context extends XmlDeserializationContext {
        Context(
                TokenStreamFactory streams,
                DeserializerFactory deserializers,
                DeserializerCache cache,
                DeserializationConfig config,
                @Nullable FormatSchema schema,
                @Nullable InjectableValues injectables,
                XmlRootNameLookup rootNames) {
            super(streams, deserializers, cache, config, schema, injectables, rootNames);
        }

        @Override
        public String extractScalarFromObject(JsonParser parser, ValueDeserializer<?> deserializer, Class<?> type) {
            XmlElements elements = XmlElements.within(parser);
            String text = "";
            boolean holdsElements = false;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isText = parser.currentName().isEmpty();
                holdsElements |= !isText && elements != null && !elements.isAtAttribute();
                parser.nextToken();
                if (isText) text = parser.getString();
                else parser.skipChildren();
            }
            // Now that the parser stands at its end, the place that is told is the element's.
            if (holdsElements) handleUnexpectedToken(type, parser);
            return text;
        }
    }
}
