package vesper.rest.operations;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import org.jspecify.annotations.Nullable;

/** Extracts classes from declared types. */
public final class Types {
    private Types() {}

    /** Returns the class of a type, or {@code Object} if it is not determined. */
    public static Class<?> rawOf(@Nullable Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> rawOf(generic.getRawType());
            case WildcardType wildcard -> rawOf(wildcard.getUpperBounds()[0]);
            case GenericArrayType array ->
                rawOf(array.getGenericComponentType()).arrayType();
            case null, default -> Object.class;
        };
    }

    /** Returns the first type argument, or {@code String} for a raw type. */
    public static Type argumentOf(Type type) {
        if (!(type instanceof ParameterizedType generic)) return String.class;
        Type argument = generic.getActualTypeArguments()[0];
        return argument instanceof Class<?> || argument instanceof ParameterizedType ? argument : rawOf(argument);
    }
}
