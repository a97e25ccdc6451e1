package vesper.codec;

import com.ctc.wstx.api.InvalidCharHandler;
import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.api.WstxOutputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.BigInteger;
import javax.xml.stream.XMLInputFactory;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.util.StdDateFormat;
import tools.jackson.dataformat.xml.XmlFactory;
import tools.jackson.dataformat.xml.XmlFactoryBuilder;
import tools.jackson.dataformat.xml.XmlMapper;
import tools.jackson.dataformat.xml.XmlWriteFeature;

/** Factories for Jackson mappers with the settings that {@link Codec} promises. */
final class Mappers {
    private Mappers() {}

    static JsonMapper json(boolean indent, Bound tokens) {
        return common(JsonMapper.builder(new FiniteJsonFactory(jsonFactory(tokens))))
                .configure(SerializationFeature.INDENT_OUTPUT, indent)
                .defaultPrettyPrinter(printer())
                .build();
    }

    /**
     * Returns a factory for parsers of large texts, which create a new string for each name they read. A symbol table
     * avoids that while there are few names. Filling it with tens of thousands takes ten times as long as the rest of
     * the parsing, and longer still if an attacker chose names that collide.
     */
    static JsonFactory largeJson(Bound tokens) {
        return new FiniteJsonFactory(
                jsonFactory(tokens).disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES));
    }

    private static JsonFactoryBuilder jsonFactory(Bound tokens) {
        return JsonFactory.builder()
                .streamReadConstraints(readBounds(tokens))
                .streamWriteConstraints(writeBounds())
                .recyclerPool(StripedBufferPool.SHARED)
                .rootValueSeparator("");
    }

    private static DefaultPrettyPrinter printer() {
        Separators betweenTexts = PrettyPrinter.DEFAULT_SEPARATORS.withRootSeparator("");
        return new DefaultPrettyPrinter(betweenTexts).withObjectIndenter(new DefaultIndenter("  ", "\n"));
    }

    static XmlMapper xml(Bound tokens) {
        XmlFactoryBuilder builder = XmlFactory.builder()
                .xmlInputFactory(xmlInput())
                .xmlOutputFactory(xmlOutput())
                .xmlNameProcessor(new XmlNames())
                .streamReadConstraints(readBounds(tokens))
                .streamWriteConstraints(writeBounds())
                .recyclerPool(StripedBufferPool.SHARED);
        return common(XmlMapper.builder(new ListXmlFactory(builder)).deserializationContexts(new XmlScalarContexts()))
                .disable(XmlWriteFeature.WRITE_NULLS_AS_XSI_NIL, XmlWriteFeature.FAIL_ON_NESTED_ARRAYS)
                .changeDefaultPropertyInclusion(_ ->
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
                .build();
    }

    private static <B extends MapperBuilder<?, B>> B common(B builder) {
        return builder.disable(
                        MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .addModule(new SimpleModule("bounded numbers")
                        .addDeserializer(BigInteger.class, new WholeNumberDeserializer())
                        .addDeserializer(BigDecimal.class, new BoundedDecimalDeserializer())
                        .setDeserializerModifier(new FiniteNumberModifier()))
                .addModule(new SimpleModule("exact times").setDeserializerModifier(new StrictTimeModifier()))
                // Rejects the 30th of February instead of reading it as a day in March.
                .defaultDateFormat(StdDateFormat.instance.withLenient(false))
                .addModule(new CharSequenceModule())
                .addModule(new GroovyMetaClassModule());
    }

    private static StreamReadConstraints readBounds(Bound tokens) {
        return StreamReadConstraints.builder()
                .maxNestingDepth(Limits.DEPTH)
                .maxNumberLength(Limits.NUMBER_LENGTH)
                .maxStringLength(Limits.STRING_LENGTH)
                .maxNameLength(Limits.NAME_LENGTH)
                .maxTokenCount(tokens.max())
                .maxDocumentLength(Limits.DOCUMENT_LENGTH)
                .build();
    }

    private static StreamWriteConstraints writeBounds() {
        return StreamWriteConstraints.builder().maxNestingDepth(Limits.DEPTH).build();
    }

    private static WstxInputFactory xmlInput() {
        WstxInputFactory input = new CollisionSafeInputFactory();
        input.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        input.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        input.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, Limits.DEPTH);
        input.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, Limits.ATTRIBUTES);
        input.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, Limits.STRING_LENGTH);
        input.setProperty(WstxInputProperties.P_MAX_CHARACTERS, Limits.DOCUMENT_LENGTH);
        return input;
    }

    private static WstxOutputFactory xmlOutput() {
        WstxOutputFactory output = new WstxOutputFactory();
        // XML cannot represent most control characters; the replacement character keeps the rest readable.
        output.setProperty(
                WstxOutputProperties.P_OUTPUT_INVALID_CHAR_HANDLER, new InvalidCharHandler.ReplacingHandler('\uFFFD'));
        return output;
    }
}
