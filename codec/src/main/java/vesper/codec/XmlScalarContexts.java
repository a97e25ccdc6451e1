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
 * Reads text, numbers and other scalars from the text of an XML element and ignores its attributes. An element that
 * contains elements is rejected as a scalar. Jackson would take the last piece of its text and drop the rest.
 */
final class XmlScalarContexts extends XmlDeserializationContexts {
    private static final long serialVersionUID = 1;

    XmlScalarContexts() {}

    private XmlScalarContexts(
            TokenStreamFactory streams,
            DeserializerFactory deserializers,
            DeserializerCache cache,
            XmlRootNameLookup rootNames) {
        super(streams, deserializers, cache, rootNames);
    }

    @Override
    public DeserializationContexts forMapper(
            Object mapper, TokenStreamFactory streams, DeserializerFactory deserializers, DeserializerCache cache) {
        return new XmlScalarContexts(streams, deserializers, cache, new XmlRootNameLookup());
    }

    @Override
    public DeserializationContextExt createContext(
            DeserializationConfig config, @Nullable FormatSchema schema, @Nullable InjectableValues injectables) {
        return new Context(_streamFactory, _deserializerFactory, _cache, config, schema, injectables, _rootNameLookup);
    }

    @SuppressWarnings("unchecked") // readTree is Jackson's and inherited unchanged
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
            StrictXmlParser elements = StrictXmlParser.within(parser);
            String text = "";
            boolean holdsElements = false;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isText = parser.currentName().isEmpty();
                holdsElements |= !isText && elements != null && !elements.isAtAttribute();
                parser.nextToken();
                if (isText) text = parser.getString();
                else parser.skipChildren();
            }
            // The parser is now at the element's end, so the reported path is that of the element.
            if (holdsElements) handleUnexpectedToken(type, parser);
            return text;
        }
    }
}
