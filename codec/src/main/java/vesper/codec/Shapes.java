package vesper.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.ser.BeanPropertyWriter;

/**
 * Determines the shape that Java types have as text. It queries the same Jackson serializers and deserializers that
 * {@link Codec} uses. An instance keeps references to the classes it has seen, so create one for each description and
 * drop it afterwards. Not thread-safe.
 */
public final class Shapes {
    private final ObjectMapper json = Mappers.json(false, TextBounds.DEFAULTS.readTokens());
    private final ObjectMapper xml = Mappers.xml(TextBounds.DEFAULTS.readTokens());

    public JavaType typeOf(Type type) {
        return json.constructType(type);
    }

    /** Returns the shape in which values of a type are written. */
    public Shape written(JavaType type) {
        if (type.isReferenceType()) return new Shape.NullableValue(written(type.getReferencedType()));
        try {
            ShapeVisitor shape = new ShapeVisitor();
            json.acceptJsonFormatVisitor(type, shape);
            return shape.shape();
        } catch (JacksonException e) {
            return new Shape.Anything();
        }
    }

    /** Returns the fields of an object that is written. */
    public List<Shape.Field> fieldsWritten(JavaType type) {
        List<Shape.Field> fields = new ArrayList<>();
        json.acceptJsonFormatVisitor(type, new JsonFormatVisitorWrapper.Base() {
            @Override
            public JsonObjectFormatVisitor expectObjectFormat(JavaType ofObject) {
                return new JsonObjectFormatVisitor.Base(getContext()) {
                    @Override
                    public void property(BeanProperty property) {
                        fields.add(written(type, property, getContext()));
                    }

                    @Override
                    public void optionalProperty(BeanProperty property) {
                        fields.add(written(type, property, getContext()));
                    }
                };
            }
        });
        return fields;
    }

    private Shape.Field written(JavaType holder, BeanProperty property, SerializationContext context) {
        JavaType type = property.getType();
        ShapeVisitor visitor = new ShapeVisitor();
        visitor.setContext(context);
        serializer(property, context).acceptJsonFormatVisitor(visitor, type);
        Shape shape = type.isReferenceType() ? written(type) : visitor.shape();
        boolean always = !(property instanceof BeanPropertyWriter writer) || isAlwaysWritten(writer, holder);
        return field(holder, property, withoutCustomPattern(property, shape), always);
    }

    /** Returns the serializer that was set for the property, by an annotation for example, or else that of its type. */
    private static ValueSerializer<?> serializer(BeanProperty property, SerializationContext context) {
        ValueSerializer<?> own = property instanceof BeanPropertyWriter writer ? writer.getSerializer() : null;
        return own == null ? context.findPrimaryPropertySerializer(property.getType(), property) : own;
    }

    /** Returns false if some values are omitted: null, empty values or defaults. */
    private boolean isAlwaysWritten(BeanPropertyWriter writer, JavaType holder) {
        JsonInclude.Include inclusion = writer.findPropertyInclusion(json.serializationConfig(), holder.getRawClass())
                .getValueInclusion();
        boolean some = inclusion == JsonInclude.Include.NON_DEFAULT
                || inclusion == JsonInclude.Include.NON_EMPTY
                || inclusion == JsonInclude.Include.CUSTOM;
        return !some && (writer.getType().isPrimitive() || !writer.willSuppressNulls());
    }

    /**
     * Returns plain text for a property with its own pattern, since Jackson still reports the usual form of the type.
     */
    private static Shape withoutCustomPattern(BeanProperty property, Shape shape) {
        JsonFormat format = property.getAnnotation(JsonFormat.class);
        boolean own = format != null && !format.pattern().isEmpty();
        return own && shape instanceof Shape.Text ? new Shape.Text("") : shape;
    }

    /** Returns the shape from which values of a type are read. */
    public Shape read(JavaType type) {
        if (type.isReferenceType()) return new Shape.NullableValue(read(type.getReferencedType()));
        if (type.isMapLikeType()) return new Shape.MapEntries(read(type.getContentType()));
        boolean list = type.isCollectionLikeType() || (type.isArrayType() && type.getRawClass() != byte[].class);
        if (list) {
            boolean distinct = Set.class.isAssignableFrom(type.getRawClass());
            return new Shape.Items(read(type.getContentType()), distinct);
        }
        try {
            return read(type, json._deserializationContext());
        } catch (JacksonException e) {
            return new Shape.Anything();
        }
    }

    private Shape read(JavaType type, DeserializationContext context) {
        ValueDeserializer<?> reader = context.findNonContextualValueDeserializer(type);
        if (!(reader instanceof BeanDeserializerBase bean)) return scalar(type);
        JavaType delegate = bean.getValueInstantiator().getDelegateType(context.getConfig());
        return delegate == null ? new Shape.Bean(type) : read(delegate);
    }

    /** Returns the written shape, since values that are not objects are read as they are written. */
    private Shape scalar(JavaType type) {
        Shape shape = written(type);
        return shape instanceof Shape.Bean ? new Shape.Anything() : shape;
    }

    /** Returns the fields of an object that is read. */
    public List<Shape.Field> fieldsRead(JavaType type) {
        DeserializationContext context = json._deserializationContext();
        List<Shape.Field> fields = new ArrayList<>();
        if (context.findRootValueDeserializer(type) instanceof BeanDeserializerBase bean) {
            Set<String> names = new HashSet<>();
            bean.creatorProperties().forEachRemaining(property -> add(type, property, names, fields));
            bean.properties().forEachRemaining(property -> add(type, property, names, fields));
        }
        return fields;
    }

    private void add(JavaType type, SettableBeanProperty property, Set<String> names, List<Shape.Field> fields) {
        if (!names.add(property.getName())) return;
        // A missing number is read as 0; only an explicit null is rejected for a primitive.
        fields.add(
                field(type, property, withoutCustomPattern(property, read(property.getType())), property.isRequired()));
    }

    private Shape.Field field(JavaType holder, BeanProperty property, Shape shape, boolean always) {
        return new Shape.Field(
                property.getName(),
                shape,
                always,
                property.getType().isPrimitive(),
                XmlForm.of(xml.serializationConfig(), property),
                FieldOrigin.of(holder.getRawClass(), property.getMember()));
    }
}
