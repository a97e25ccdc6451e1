package vesper.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Writes every {@link CharSequence} as text. Jackson would treat a Groovy {@code "Hello, ${name}"} as a bean. */
final class CharSequenceModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    CharSequenceModule() {
        super("text-like values");
    }

    @Override
    public void setupModule(JacksonModule.SetupContext context) {
        super.setupModule(context);
        context.addSerializers(new AsText());
    }

    private static final class AsText extends Serializers.Base {
        @Override
        public @Nullable ValueSerializer<?> findSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier description,
                JsonFormat.Value format) {
            boolean textLike = type.isTypeOrSubTypeOf(CharSequence.class) && !type.hasRawClass(String.class);
            return textLike ? ToStringSerializer.instance : null;
        }
    }
}
